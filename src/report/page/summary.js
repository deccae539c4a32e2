// SPDX-License-Identifier: Apache-2.0
// summary.js - how long, and how long at most.

function card(label, value, note, kind = "") {
    return h(
        "div", {class: "card"}, h("div", {class: "label"}, label),
        h("div", {class: "number " + kind}, value), h("div", {class: "note"}, note));
}

function deadlineCard(result) {
    const deadline = result.deadline;
    if (!deadline)
        return null;
    const margin = deadline.margin === null ? "" :
        deadline.margin >= 0                ? `${count(deadline.margin)} cycles to spare` :
                                              `${count(-deadline.margin)} cycles too long`;
    return card(
        "Deadline", deadline.met ? "met" : "missed", `${count(deadline.cycles)} cycles; ${margin}`,
        deadline.met ? "good" : "bad");
}

function boundCard(result) {
    if (result.bound === undefined)
        return result.bound_problem ? card("At most", "unknown", result.bound_problem) : null;
    const note = result.exact ? "exact: every run takes this long" :
        result.tightness      ? `${figure(result.tightness)} times the run` :
                                time(result.bound, result.clock_mhz);
    return card("At most", number("bound", result.bound), `cycles; ${note || "for all contents"}`);
}

function checksCard(result) {
    const checks = Object.entries(result.check_details || {});
    const wrong = checks.filter(([, check]) => !check.ok);
    if (!checks.length)
        return null;
    return card(
        "Outputs", wrong.length ? "wrong" : "right",
        wrong.length ? wrong.map(([name]) => `${name}: ${result.checks[name]}`).join("; ") :
                       checks.map(([name]) => name).join(", ") + " as expected",
        wrong.length ? "bad" : "good");
}

// Run, bound and deadline on one scale.
function ruler(result) {
    const marks = [
        {name: "run", value: result.mode === "timed" ? result.cycles : null, color: "issue"},
        {name: "at most", value: result.bound, color: "memory"},
        {name: "deadline", value: result.deadline && result.deadline.cycles, color: "barrier"},
    ].filter(mark => mark.value);
    if (marks.length < 2)
        return null;
    const max = d3.max(marks, mark => mark.value);
    const at = value => 100 * value / max / 1.02;
    const box = h("div", {
        class: "rule",
        role: "img",
        "aria-label": marks.map(mark => `${mark.name} ${count(mark.value)} cycles`).join(", ")
    });
    const run = marks.find(mark => mark.name === "run");
    if (run)
        box.append(h(
            "div", {class: "fill", style: `width:${at(run.value)}%;background:${color("issue")}`}));
    marks.forEach((mark, i) => {
        const right = at(mark.value) > 60;
        box.append(
            h("div",
              {class: "mark", style: `left:${at(mark.value)}%;border-color:${color(mark.color)}`}),
            h("div", {
                class: "tag",
                style: `${i % 2 ? "top:3.4rem" : "top:-.2rem"};` +
                    (right ? `right:${100 - at(mark.value)}%` : `left:${at(mark.value)}%`)
            },
              `${mark.name} ${count(mark.value)}`));
    });
    return box;
}

function launchTable(result) {
    if (result.launches.length < 2)
        return null;
    const bounds = result.launches.some(launch => launch.bound !== undefined);
    const whole = d3.max(result.launches, launch => launch.bound || launch.cycles || 0) || 1;
    const columns = [
        {head: "", cell: launch => count(result.launches.indexOf(launch) + 1), number: true},
        {head: "Launch", cell: launch => launch.kernel},
        {head: "Cycles", cell: launch => figure(launch.cycles), number: true},
        bounds ? {head: "At most", cell: launch => figure(launch.bound), number: true} : null,
        {
            head: "",
            cell: launch => stackedBar(
                [{name: "issue", value: launch.cycles || 0}, {name: "idle", value: 0}], whole,
                "bar thin")
        },
    ];
    return h(
        "details", {open: result.launches.length <= 12},
        h("summary", {}, `${count(result.launches.length)} launches`),
        longTable(columns.filter(Boolean), result.launches, {class: "wide"}));
}

function summary(data) {
    const result = data.result, timed = result.mode === "timed";
    const cards = [
        timed ?
            card(
                "Time", number("cycles", result.cycles),
                "cycles" + (result.clock_mhz ? "; " + time(result.cycles, result.clock_mhz) : "")) :
            null,
        boundCard(result),
        deadlineCard(result),
        checksCard(result),
        result.mode === "bound" ?
            null :
            card(
                "Instructions", number("warp_instructions", result.warp_instructions),
                `by ${result.topology.warp}s; ${figure(result.thread_instructions)} by ${
                    result.topology.lane.name}s`),
        timed ? card(
                    "Per cycle", number("ipc", result.ipc),
                    `${result.topology.lane.name} instructions`) :
                null,
    ];
    return [
        result.error ?
            h("div", {class: "banner", role: "alert"}, h("strong", {class: "bad"}, "Stopped: "),
              (result.error.place ? result.error.place + ": " : "") + result.error.message,
              result.error.hint ? h("div", {class: "faint"}, result.error.hint) : null) :
            null,
        h("div", {class: "cards"}, ...cards.filter(Boolean)),
        ruler(result),
        data.advice.length ? h("h3", {}, "In short") : null,
        data.advice.length ?
            h("ul", {class: "advice"}, ...data.advice.map(sentence => h("li", {}, sentence.text))) :
            null,
        launchTable(result),
    ];
}
