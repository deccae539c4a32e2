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
    const terms = Object.entries(result.bound_terms).sort((a, b) => b[1] - a[1]);
    const max = d3.max(terms, term => term[1]) || 1;
    const about = new Map((result.bound_tree.terms || []).map(term => [term.name, term.about]));
    return table(
        [
            {head: "Term", cell: ([name]) => words(name)},
            {
                head: "Cycles",
                cell: ([name, value]) =>
                    h("span", {"data-key": "bound_terms." + name}, count(value)),
                number: true
            },
            {head: "", cell: ([, value]) => stackedBar([{name: "memory", value}], max, "bar thin")},
            {head: "Meaning", cell: ([name]) => about.get(name) || ""},
        ],
        terms.filter(term => term[1]));
}

function dependence(result) {
    const launch = result.launches.find(one => one.depends_on);
    if (!launch)
        return null;
    const d = launch.depends_on;
    return h(
        "p", {},
        "The time depends on data: ", d.instruction ? h("code", {}, d.instruction) : d.subject,
        d.file ? ` at ${d.file}:${d.line}` : "", ` depends on ${d.source}`,
        ". With fixed: true on that buffer the bound may be exact.");
}

function assumptions(result) {
    if (!result.assumptions || !result.assumptions.length)
        return [];
    return [
        h("h3", {}, "It holds if"),
        h("ul", {},
          ...result.assumptions.map(
              one => h("li", {}, one.text + (one.place ? ` (${one.place})` : ""))))
    ];
}

const limit = given => given ? `${count(given.iterations)} per entry, by the ${given.from}`
                             : "by the analysis";

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
                {head: "Iterations", cell: loop => count(loop.iterations), number: true},
                {head: "At most", cell: loop => limit(given.get(loop.address))},
                {head: "Code", cell: loop => h("code", {}, loop.text || "")},
            ],
            result.explain_loops, {}, 12),
    ];
}

function sharedCosts(result) {
    const rows = (result.explain || []).filter(row => row.shared);
    return rows.length ?
        [
            h("h3", {}, "What no line causes alone"),
            table(
                [
                    {head: "Cause", cell: row => row.shared},
                    {head: "Cycles", cell: row => count(row.cycles), number: true},
                    {head: "Share", cell: row => percent(row.share), number: true},
                ],
                rows)
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
            table(
                [
                    {head: "Kernel", cell: one => one.kernel},
                    ...["period", "deadline", "bound", "blocking", "response"].map(
                        key => ({head: key, cell: one => figure(one[key]), number: true})),
                    {head: "", cell: one => outcome(one.met, "met", "missed")}
                ],
                set.kernels)
        ] :
        [];
}

function exactBound(data) {
    const result = data.result;
    return [
        h("p", {}, "The bound is ", h("strong", {}, "exact"),
          ": no decision of the program or of the machine " +
              "depends on the contents of a buffer that is not fixed, so every run takes the " +
              "same " +
              `${count(result.bound)} cycles. The profile of one run is the profile of all.`),
        ...periodic(result),
        ...assumptions(result),
        ...flow(data),
    ];
}

function bound(data) {
    const result = data.result;
    if (result.bound === undefined && !result.bound_problem)
        return flow(data).length ?
            [
                h("p", {class: "faint"},
                  "No bound was asked for: warpclock check or bound derives one."),
                ...flow(data)
            ] :
            null;
    if (result.bound === undefined)
        return [h("p", {class: "banner"}, result.bound_problem), ...flow(data)];
    if (result.exact)
        return exactBound(data);
    const panes =
        result.mode === "bound" && data.code && data.code.functions.length && result.explain ?
        codePanes(data.code, explainWeights(result)) :
        null;
    return [
        h("p", {},
          `No run takes longer than ${count(result.bound)} cycles, whatever is in the buffers.`),
        dependence(result),
        h("h3", {}, "Its terms"),
        h("div", {class: "scroll", tabindex: 0, role: "region", "aria-label": "Terms of the bound"},
          termBars(result)),
        h("details", {}, h("summary", {}, "How they are computed"),
          h("ul", {}, termTree(result.bound_tree, result.bound))),
        ...periodic(result),
        ...worstLoops(result),
        panes ? h("h3", {}, "The worst path by line") : null,
        panes,
        ...sharedCosts(result),
        ...flow(data),
        ...assumptions(result),
    ];
}
