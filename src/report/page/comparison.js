// SPDX-License-Identifier: Apache-2.0
// comparison.js - jobs on machines: bars of cycles and bounds, and the ratios to the first machine.

const PALETTE =
    ["barrier", "memory", "issue", "dependency", "unit", "fetch", "divergence", "not_selected"];

// Groups [{name, bars [{name, value, bound}]}] as horizontal bars; a bound is a mark after its bar.
function barChart(groups, names, unit) {
    const high = 16, space = 14, left = 190, width = 860,
          values = groups.flatMap(group => group.bars);
    const height = d3.sum(groups, group => group.bars.length * high + space + 18) + 26;
    const most = d3.max(values, bar => Math.max(bar.value || 0, bar.bound || 0));
    const least = d3.min(values, bar => Math.min(bar.value || 0, 0));
    const x = d3.scaleLinear()
                  .domain([least, most || (least ? 0 : 1)])
                  .nice()
                  .range([left, width - 80]);
    const svg = d3.create("svg")
                    .attr("class", "chart")
                    .attr("viewBox", `0 0 ${width} ${height}`)
                    .attr("role", "img")
                    .attr("aria-label", `Bars of ${unit}; the table has the numbers`);
    let y = 4;
    for (const group of groups) {
        svg.append("text").attr("x", 0).attr("y", y + 12).attr("font-weight", 600).text(group.name);
        y += 18;
        for (const bar of group.bars) {
            const paint = color(PALETTE[Math.max(0, names.indexOf(bar.name)) % PALETTE.length]);
            svg.append("text")
                .attr("x", left - 8)
                .attr("y", y + 12)
                .attr("text-anchor", "end")
                .text(bar.name.length > 28 ? "…" + bar.name.slice(-27) : bar.name);
            svg.append("rect")
                .attr("x", x(Math.min(bar.value || 0, 0)))
                .attr("y", y + 2)
                .attr("height", high - 4)
                .attr("width", Math.abs(x(bar.value || 0) - x(0)))
                .attr("rx", 2)
                .attr("style", `fill:${paint}`);
            if (bar.bound)
                svg.append("path")
                    .attr(
                        "d",
                        `M${x(bar.value || 0)},${y + high / 2}H${x(bar.bound)}M${x(bar.bound)},${
                            y + 1}v${high - 2}`)
                    .attr("style", `stroke:${color("worst")};stroke-width:2;fill:none`);
            svg.append("text")
                .attr("x", x(Math.max(bar.value || 0, bar.bound || 0, 0)) + 5)
                .attr("y", y + 12)
                .text(
                    bar.value === null || bar.value === undefined ? bar.note || "–" :
                                                                    figure(bar.value));
            y += high;
        }
        y += space;
    }
    svg.append("g")
        .attr("class", "axis")
        .attr("transform", `translate(0,${y})`)
        .call(d3.axisBottom(x).ticks(6).tickFormat(figure).tickSizeOuter(0));
    return svg.node();
}

// A chart as a file of its own: colours are written out.
function svgButton(chart, name) {
    const save = () => {
        const copy = chart.cloneNode(true), style = getComputedStyle(document.documentElement);
        copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
        copy.setAttribute("font-family", "sans-serif");
        copy.setAttribute("font-size", "12");
        const text = new XMLSerializer().serializeToString(copy).replace(
            /var\((--[a-z_]+)\)/g, (_, variable) => style.getPropertyValue(variable).trim());
        h("a", {
            href: URL.createObjectURL(new Blob([text], {type: "image/svg+xml"})),
            download: name + ".svg"
        }).click();
    };
    return h("button", {type: "button", onclick: save}, "Save as SVG");
}

function csvButton(columns, rows, name) {
    const quote = value => /[",\n]/.test(value) ? `"${value.replace(/"/g, '""')}"` : value;
    const save = () => {
        const text = [columns, ...rows]
                         .map(
                             row => row.map(
                                           value => quote(String(
                                               value === null || value === undefined ? "" : value)))
                                        .join(","))
                         .join("\r\n") +
            "\r\n";
        h("a", {
            href: URL.createObjectURL(new Blob([text], {type: "text/csv"})),
            download: name + ".csv"
        }).click();
    };
    return h("button", {type: "button", onclick: save}, "Save as CSV");
}

function comparisonTable(cells, jobs, machines, means) {
    const find = (job, name) => cells.find(cell => cell.job === job && cell.machine === name);
    const value = cell => cell &&
        (cell.cycles === null || cell.cycles === undefined ? cell.warp_instructions : cell.cycles);
    const ratio = (job, name) => {
        const first = value(find(job, machines[0])), own = value(find(job, name));
        return first && own && name !== machines[0] ? `×${d3.format(".2f")(own / first)}` : "";
    };
    const show = (job, name) => {
        const cell = find(job, name);
        if (!cell)
            return "";
        return h("span", {title: cell.note || ""},
                 h("span", {"data-cell": `${job}|${name}`},
                   value(cell) ? count(value(cell)) : "failed"),
                 h("span", {class: "faint"}, cell.bound ? ` ≤ ${count(cell.bound)}` : ""),
                 h("div", {class: "faint"}, ratio(job, name)));
    };
    return table(
        [
            {head: "Job", cell: job => job},
            ...machines.map(name => ({head: name, number: true, cell: job => show(job, name)})),
        ],
        jobs, {
            class: "wide",
            caption: "Cycles; with a bound after ≤; below, the ratio to the first column" +
                (means ? ". Geometric means of the ratios: " +
                         machines.map(name => `${name} ${figure(means[name])}`).join(", ") :
                         "")
        });
}

function comparison(data) {
    const {cells, geometric_means: means} = data.comparison;
    const jobs = [...new Set(cells.map(cell => cell.job))],
          machines = [...new Set(cells.map(cell => cell.machine))];
    const timed = cells.some(cell => cell.cycles !== null && cell.cycles !== undefined);
    const chart = barChart(
        jobs.map(job => ({
                     name: job,
                     bars: cells.filter(cell => cell.job === job)
                               .map(cell => ({
                                        name: cell.machine,
                                        value: timed ? cell.cycles : cell.warp_instructions,
                                        bound: cell.bound,
                                        note: cell.note ? "failed" : "–"
                                    }))
                 })),
        machines, timed ? "cycles" : "instructions");
    const notes = cells.filter(cell => cell.note || cell.bound_problem);
    return [
        h("h3", {}, timed ? "Cycles" : "Warp instructions"),
        cells.some(cell => cell.bound) ?
            h("p", {class: "faint"}, "The line after a bar ends at its worst-case bound.") :
            null,
        h("div", {class: "scroll"}, chart),
        h("div", {class: "controls"}, svgButton(chart, "comparison"),
          csvButton(
              ["job", "machine", "cycles", "bound", "ipc"],
              cells.map(cell => [cell.job, cell.machine, cell.cycles, cell.bound, cell.ipc]),
              "comparison")),
        h("div", {class: "scroll", tabindex: 0, role: "region", "aria-label": "Table of cycles"},
          comparisonTable(
              cells, jobs, machines, machines.length > 1 && jobs.length > 1 ? means : null)),
        ...whereBars(cells),
        notes.length ? h("h3", {}, "Notes") : null,
        notes.length ?
            h("ul", {},
              ...notes.map(
                  cell =>
                      h("li", {},
                        `${cell.job} on ${cell.machine}: ${cell.note || cell.bound_problem}`))) :
            null,
    ];
}

// Where the time went in each cell: shares of the cycles of all warps.
function whereBars(cells) {
    const rows = cells.filter(cell => cell.stalls && d3.sum(Object.values(cell.stalls)));
    if (!rows.length)
        return [];
    const names = ["issue", ...Object.keys(rows[0].stalls).filter(name => name !== "idle")];
    const parts = cell => names.map(
        name =>
            ({name, value: name === "issue" ? cell.warp_instructions : cell.stalls[name] || 0}));
    return [
        h("h3", {}, "Where the time went"), legend(names.map(name => ({name}))),
        h("div", {class: "warps"},
          ...rows.flatMap(
              cell =>
                  [h("span", {}, `${cell.job} on ${cell.machine}`),
                   stackedBar(parts(cell), d3.sum(parts(cell), part => part.value), "bar thin"),
                   h("span", {class: "n"}, count(cell.cycles))]))
    ];
}
