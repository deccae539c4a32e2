// SPDX-License-Identifier: Apache-2.0
// bound.js - what limits the bound: why it is exact, or the worst path and its terms.

function termTree(term, whole) {
    const line =
        h("span", {}, `${words(term.name)}: `, h("strong", {}, count(term.value)), ` ${term.unit}`,
          term.kind === "sum" || term.kind === "number" ? "" : ` (${term.kind})`,
          term.unit === "cycles" && whole ? ` · ${percent(term.value / whole)}` : "",
          term.about ? h("span", {class: "faint"}, " · " + term.about) : "");
    return h(
        "li", {}, line,
        term.terms ? h("ul", {}, ...term.terms.map(one => termTree(one, whole))) : null);
}

function termBars(result) {
    const terms = (result.bound_tree.terms || []).sort((a, b) => b.value - a.value);
    const max = d3.max(terms, term => term.value) || 1;
    return table(
        [
            {head: "Term", cell: term => words(term.name)},
            {
                head: "Cycles",
                cell: term => h("span", {"data-key": "bound_terms." + term.name},
                                count(term.value)),
                number: true
            },
            {
                head: "",
                cell: term => stackedBar([{name: "memory", value: term.value}], max, "bar thin")
            },
            {head: "Meaning", cell: term => term.about || ""},
        ],
        terms.filter(term => term.value));
}

// Other bounds of the launch: no parts of this one.
function alternatives(result) {
    if (!result.bound_beside)
        return [];
    return [
        h("h3", {}, "Other bounds of the same launch"),
        h("p", {class: "faint"},
          "Alternatives under other policies of the machine; they are no part of the sum above."),
        h("div", {class: "scroll", tabindex: 0, role: "region", "aria-label": "Other bounds"},
          table(
              [
                  {head: "Bound", cell: one => words(one.name)},
                  {
                      head: "Cycles",
                      cell: one => h("span", {"data-key": "bound_terms." + one.name},
                                     count(one.cycles)),
                      number: true
                  },
                  {head: "Meaning", cell: one => one.about || ""},
              ],
              result.bound_beside)),
    ];
}

function dependence(result) {
    const launch = result.launches.find(one => one.depends_on);
    if (!launch)
        return null;
    const d = launch.depends_on;
    const fixed = (result.what_if || []).find(one => one.key === "fixed");
    const help = fixed ?
        `With \`fixed: true\` on ${fixed.value.includes(",") ? "buffers" : "buffer"} ${
            fixed.value} every run takes exactly ${count(fixed.cycles)} cycles.` :
        d.source.startsWith("buffer ") ?
        "With `fixed: true` on that buffer this is known; `warpclock explain` tries whether " +
            "other buffers decide, too." :
        "";
    return h(
        "p", {},
        "The time depends on data: ", d.instruction ? h("code", {}, d.instruction) : d.subject,
        d.file ? ` at ${place(d)}` : "", ` depends on ${d.source}`,
        ". ", ...withCode(help));
}

// One that is made at many places is said once.
function assumption([text, made]) {
    const places = made.map(one => one.place).filter(Boolean);
    if (places.length < 2)
        return h("li", {}, text + (places.length ? ` (${places[0]})` : ""));
    return h("li", {}, h("details", {open: places.length < 5},
                         h("summary", {}, `${text}, at ${count(places.length)} places`),
                         h("ul", {}, ...places.map(one => h("li", {}, one)))));
}

function assumptions(result) {
    if (!result.assumptions || !result.assumptions.length)
        return [];
    return [
        h("h3", {}, "It holds if"),
        h("ul", {}, ...[...d3.group(result.assumptions, one => one.text)].map(assumption),
          result.periodic ? h("li", {},
                              "each bound is that of a launch alone; the table of response times " +
                                  "adds the time that it waits for others") :
                            null)
    ];
}

// A bound that is given and that the analysis does not need is not its own.
const limit = given => given && given.needed ?
    `${count(given.iterations)} per entry, by the ${given.from}` :
    "by the analysis";

// An iteration may be a return to the beginning, of which there is one less than executions of the
// body; a given bound is one of the body, and the analysis lets the loop return so often.
function iterationsHint(loop, given, of) {
    if (!given || !given.needed)
        return loop.bodies > loop.iterations ? `its body runs up to ${of(loop.bodies)} times` : "";
    return loop.iterations === loop.entries * (given.iterations + 1) ?
        "one more than given, which the analysis allows" :
        "";
}

// Entries may differ: this is their average.
function perEntry(loop, given) {
    const of = number => figure(loop.entries ? number / loop.entries : number);
    const hint = iterationsHint(loop, given, of);
    return h("span", {}, of(loop.iterations), hint ? h("div", {class: "faint"}, hint) : null);
}

function worstLoops(result) {
    const given = new Map(result.launches.flatMap(
        launch => (launch.bound_loops || []).map(loop => [loop.address, loop])));
    if (!result.explain_loops || !result.explain_loops.length)
        return [];
    return [
        h("h3", {}, "Loops on the worst path"),
        longTable(
            [
                {head: "Loop", cell: loop => h("code", {}, place(loop))},
                {head: "Cycles", cell: loop => count(loop.cycles), number: true},
                {head: "Share", cell: loop => percent(loop.share), number: true},
                {head: "Entered", cell: loop => count(loop.entries), number: true},
                {
                    head: "Iterations per entry",
                    cell: loop => perEntry(loop, given.get(loop.address)),
                    number: true
                },
                {head: "At most", cell: loop => limit(given.get(loop.address))},
                {head: "Code", cell: loop => h("code", {}, loop.text || "")},
            ],
            result.explain_loops, {label: "Loops on the worst path"}, 12),
    ];
}

function sharedCosts(result) {
    const rows = (result.explain || []).filter(row => row.shared);
    return rows.length ?
        [
            h("h3", {}, "What no line causes alone"),
            longTable(
                [
                    {head: "Cause", cell: row => row.shared},
                    {head: "Cycles", cell: row => count(row.cycles), number: true},
                    {head: "Share", cell: row => percent(row.share), number: true},
                ],
                rows, {label: "Causes that no line has alone"})
        ] :
        [];
}

// true, false, or null: not decided.
const outcome = (value, yes, no) => value === null ? "not decided" : value ? yes : no;

function periodic(result) {
    const set = result.periodic;
    return set ?
        [
            h("h3", {}, "Response times"),
            h("p", {}, `Scheduler ${set.scheduler}, utilisation ${percent(set.utilisation)}: `,
              h("strong", {class: outcome(set.schedulable, "good", "bad")},
                outcome(set.schedulable, "schedulable", "not schedulable"))),
            longTable(
                [
                    {head: "Kernel", cell: one => one.kernel},
                    ...["period", "deadline", "bound", "blocking", "response"].map(
                        key => ({head: key, cell: one => figure(one[key]), number: true})),
                    {head: "", cell: one => outcome(one.met, "met", "missed")}
                ],
                set.kernels, {label: "Response times"})
        ] :
        [];
}

function exactBound(data) {
    const result = data.result;
    return [
        h("p", {}, "The bound is ", h("strong", {}, "exact"),
          ": no decision of the program or of the machine " +
              "depends on the contents of a buffer that is not fixed, so every run takes the " +
              "same " + (isPeriodic(result) ? "cycles" : `${count(result.bound)} cycles`) +
              ". The profile of one run is the profile of all."),
        ...periodic(result),
        ...assumptions(result),
        ...flow(data),
    ];
}

function bound(data) {
    const result = data.result;
    if (result.bound === undefined && !refusal(result))
        return flow(data).length ?
            [
                h("p", {class: "faint"},
                  "No bound was asked for: warpclock check or bound derives one."),
                ...flow(data)
            ] :
            null;
    if (result.bound === undefined)
        return [h("p", {class: "banner"}, refusal(result)), dependence(result), ...flow(data)];
    if (result.exact)
        return exactBound(data);
    const panes =
        result.mode === "bound" && data.code && data.code.functions.length && result.explain ?
        codePanes(data.code, explainWeights(result)) :
        null;
    return [
        h("p", {},
          isPeriodic(result) ?
              "No launch takes longer than its bound, whatever is in the buffers. The terms are " +
                  "those of one launch of each kernel, added up." :
              `No run takes longer than ${
                  count(result.bound)} cycles, whatever is in the buffers.`),
        dependence(result),
        h("h3", {}, "Its terms"),
        h("div", {class: "scroll", tabindex: 0, role: "region", "aria-label": "Terms of the bound"},
          termBars(result)),
        h("details", {}, h("summary", {}, "How they are computed"),
          h("ul", {}, termTree(result.bound_tree, result.bound))),
        ...alternatives(result),
        ...periodic(result),
        ...worstLoops(result),
        panes ? h("h3", {}, "The worst path by line") : null,
        panes,
        ...sharedCosts(result),
        ...flow(data),
        ...assumptions(result),
    ];
}
