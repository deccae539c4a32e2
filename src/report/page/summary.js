// SPDX-License-Identifier: Apache-2.0
// summary.js - how long, and how long at most.

// A run that stopped before its end.
const isCut = result =>
    result.mode !== "bound" && result.launches_done < result.launches_planned;

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

// Why a bound that was asked for is missing; "": it is not missing, or none was asked for.
function refusal(result) {
    if (result.bound !== undefined)
        return "";
    return result.bound_problem ||
        (result.exact === false && result.error ? result.error.message : "");
}

// Kernels that arrive again and again are no sequence: a sum of their bounds means nothing.
const isPeriodic = result => Boolean(result.periodic) && result.periodic.kernels.length > 1;

function boundCard(result) {
    if (result.bound === undefined)
        return refusal(result) ?
            card("At most", "unknown", "no bound: the time depends on data", "bad") :
            null;
    if (isPeriodic(result))
        return card(
            "Periodic kernels", count(result.periodic.kernels.length),
            outcome(result.periodic.schedulable, "schedulable", "not schedulable"));
    const note = result.exact ? "exact: every run takes this long" :
        result.tightness      ? [`${figure(result.tightness)} times the run`,
                                 time(result.bound, result.clock_mhz)].filter(Boolean).join("; ") :
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

// The first words of a message: what kind of failure it is.
const failure = result => refusal(result) ? "No bound: " :
    result.error.status === 1             ? "Failed: " :
                                            "Stopped: ";

// Run, bound and deadline on one scale.
function ruler(result) {
    if (isPeriodic(result))
        return null;
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
    const number = new Map(result.launches.map((launch, i) => [launch, i + 1]));
    const bounds = result.launches.some(launch => launch.bound !== undefined);
    const whole = d3.max(result.launches, launch => launch.bound || launch.cycles || 0) || 1;
    const columns = [
        {head: "Number", cell: launch => count(number.get(launch)), number: true},
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
        h("summary", {},
          result.launches.length < result.launches_planned ?
              `The first ${count(result.launches.length)} of ${
                  count(result.launches_planned)} launches` :
              `${count(result.launches.length)} launches`),
        longTable(columns.filter(Boolean), result.launches, {class: "wide", label: "Launches"}));
}

function summary(data) {
    const result = data.result, timed = result.mode === "timed";
    const cards = [
        timed ?
            card(
                isCut(result) ? "Stopped after" : "Time", number("cycles", result.cycles),
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
            h("div", {class: "banner", role: "alert"}, h("strong", {class: "bad"}, failure(result)),
              (result.error.place ? result.error.place + ": " : "") + result.error.message,
              result.error.hint ? h("div", {class: "faint"}, result.error.hint) : null) :
            null,
        h("div", {class: "cards"}, ...cards.filter(Boolean)),
        ruler(result),
        data.advice.length ? h("h3", {}, "In short") : null,
        data.advice.length ?
            h("ul", {class: "advice"},
              ...data.advice.map(sentence => h("li", {}, ...withCode(sentence.text)))) :
            null,
        launchTable(result),
    ];
}
