// SPDX-License-Identifier: Apache-2.0
// page.js - reads the data and puts the sections of its kind in order.

const data = JSON.parse(document.getElementById("data").textContent);
data.redraw = [];

function resultSections() {
    const limits = data.result.bound !== undefined || refusal(data.result);
    return [
        {id: "time", title: "How long", make: summary},
        {id: "stalls", title: "Where the time went", make: stalls},
        {
            id: "bound",
            title: limits ? "What limits the bound" : "Paths through the code",
            make: bound
        },
        {id: "timeline", title: "Timeline", make: timelineSection},
        {id: "memory", title: "Memory", make: memory},
        {id: "machine", title: "Machine", make: machine},
        {id: "numbers", title: "All numbers", make: numbers},
    ];
}

function resultHead() {
    const result = data.result,
          settings = Object.entries(result.settings).map(([key, value]) => `${key}=${value}`);
    return [
        `${result.kernel} on ${result.machine}`,
        [result.job, result.isa, ...settings, `warpclock ${result.warpclock}`].filter(Boolean).join(
            " · ")
    ];
}

function pageParts() {
    if (data.result)
        return [
            ...resultHead(),
            resultSections().map(section => ({...section, content: section.make(data)}))
        ];
    if (data.comparison)
        return [
            "Comparison", `warpclock ${data.comparison.warpclock}`,
            [{id: "comparison", title: "Jobs and machines", content: comparison(data)}]
        ];
    if (data.sweep)
        return [
            "Sweep", `${count(data.sweep.runs.length)} runs · warpclock ${data.sweep.warpclock}`,
            sweepSections(data)
        ];
    return [
        data.paper.title,
        `warpclock paper ${data.paper.paper} · warpclock ${data.paper.warpclock}`,
        paper(data),
    ];
}

function theme(name) {
    const button = document.getElementById("theme");
    document.documentElement.dataset.theme = name;
    button.textContent = name === "dark" ? "Light" : "Dark";
    button.setAttribute("aria-pressed", String(name === "dark"));
    data.redraw.forEach(draw => draw());
}

const prefersDark = window.matchMedia("(prefers-color-scheme: dark)");
const [title, subtitle, sections] = pageParts();
document.getElementById("title").textContent = title;
document.getElementById("subtitle").textContent = subtitle;
for (const section of sections.filter(one => one.content)) {
    document.getElementById("main").append(
        h("section", {id: section.id, "aria-labelledby": section.id + "-title"},
          h("h2", {id: section.id + "-title"}, section.title), ...section.content.filter(Boolean)));
    document.getElementById("contents")
        .append(h("li", {}, h("a", {href: "#" + section.id}, section.title)));
}
theme(prefersDark.matches ? "dark" : "light");
prefersDark.addEventListener("change", () => theme(prefersDark.matches ? "dark" : "light"));
document.getElementById("theme").addEventListener(
    "click", () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
// Paper is white, and nothing on it can be opened.
let before = null;
window.addEventListener("beforeprint", () => {
    before = document.documentElement.dataset.theme;
    theme("light");
    document.querySelectorAll("main details").forEach(one => {
        one.open = true;
    });
});
window.addEventListener("afterprint", () => theme(before));
