// SPDX-License-Identifier: Apache-2.0
// code.js - source and disassembly beside each other, with heat. Picking a row on one side shows
// its partners on the other.

const lineKey = (file, line) => `${file}:${line}`;

// Programs of a job may have the same addresses.
const insnKey = (name, address) => `${name}:${address}`;

// Adds the numbers of a row to those of its place: a line has several rows if it is in several
// loops or functions.
function addRow(places, key, row) {
    const sum = places.get(key) || {cycles: 0, counts: {}, terms: {}};
    const add = (into, more) => {
        for (const [name, value] of Object.entries(more))
            into[name] = (into[name] || 0) + (value || 0);
    };
    sum.cycles += row.cycles || 0;
    add(sum.counts, row.counts);
    add(sum.terms, row.terms);
    places.set(key, sum);
}

// Weights of places by line and by instruction: {cycles, parts [{name, value}], note}.
function weigh(places, parts, note) {
    return new Map([...places].map(([key, sum]) => [key, {
                                       cycles: sum.cycles,
                                       parts: parts.map(name => ({name, value: sum.terms[name]})),
                                       note: note(sum).filter(Boolean)
                                   }]));
}

function profileWeights(profile, states) {
    const byLine = new Map(), byInsn = new Map();
    const numbers = ({cycles, issues, stalls, executions, lanes, transactions, misses}) => ({
        cycles,
        counts: {executions, lanes, transactions, misses},
        terms: Object.fromEntries(states.map(
            name => [name, name === "issue" ? issues : stalls[name]]))
    });
    const note = ({counts: {executions, lanes, transactions, misses}}) => [
        several(executions, "execution"),
        executions ? several(lanes / executions, "lane") + " on average" : "",
        transactions ? several(transactions, "transaction") + `, ${count(misses)} misses` : ""
    ];
    for (const line of profile.lines) {
        if (line.file)
            addRow(byLine, lineKey(line.file, line.line), numbers(line));
        for (const insn of line.instructions)
            addRow(byInsn, insnKey(line.function, insn.address), numbers(insn));
    }
    return {
        byLine: weigh(byLine, states, note),
        byInsn: weigh(byInsn, states, note),
        whole: profile.cycles
    };
}

function explainWeights(result) {
    const byLine = new Map(), byInsn = new Map();
    const numbers =
        ({cycles, executions, terms}) => ({cycles, counts: {executions}, terms: terms || {}});
    const note = ({counts, terms}) => [
        "at most " + several(counts.executions, "execution"),
        ...Object.entries(terms).map(([name, value]) => `${words(name)} ${count(value)}`)
    ];
    for (const row of result.explain || []) {
        if (row.file)
            addRow(byLine, lineKey(row.file, row.line), numbers(row));
        for (const insn of row.instructions)
            addRow(byInsn, insnKey(row.function, insn.address), numbers(insn));
    }
    return {byLine: weigh(byLine, [], note), byInsn: weigh(byInsn, [], note), whole: result.bound};
}

function heat(weight, hottest) {
    return weight ?
        `background:rgba(var(--heat),${(0.08 + 0.6 * weight.cycles / hottest).toFixed(3)})` :
        null;
}

// One listing: rows are {where, what, weight, mates}; `pick` is called with a row.
function listing(label, rows, whole, pick) {
    const hottest = d3.max(rows, row => row.weight ? row.weight.cycles : 0) || 1;
    const digits = d3.max(rows, row => row.where.length);
    const box = h(
        "div",
        {class: "listing code", role: "group", "aria-label": label, style: `--where:${digits}ch`});
    for (const row of rows) {
        row.element =
            h(row.weight ? "button" : "div", {
                class: "row",
                style: heat(row.weight, hottest),
                tabindex: row.weight ? -1 : null,
                type: row.weight ? "button" : null,
                "data-cycles": row.weight ? row.weight.cycles : null,
                onclick: row.weight ? () => pick(row) : null
            },
              h("span", {class: "share"}, row.weight ? percent(row.weight.cycles / whole) : ""),
              h("span", {class: "where"}, row.where), h("span", {class: "what"}, row.what));
        box.append(row.element);
    }
    const buttons = [...box.querySelectorAll("button")];
    if (buttons.length)
        buttons[0].tabIndex = 0;
    box.addEventListener("keydown", event => {
        const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
        const at = buttons.indexOf(document.activeElement);
        if (!step || at < 0 || !buttons[at + step])
            return;
        event.preventDefault();
        buttons[at].tabIndex = -1;
        buttons[at + step].tabIndex = 0;
        buttons[at + step].focus();
        buttons[at + step].click();
    });
    return box;
}

function showDetail(box, title, weight, whole) {
    box.replaceChildren(
        h("strong", {class: "code"}, title),
        h("div", {}, `${count(weight.cycles)} cycles, ${percent(weight.cycles / whole)}`),
        weight.parts.length ? stackedBar(weight.parts, d3.sum(weight.parts, part => part.value)) :
                              "",
        h("div", {class: "faint"}, [
            ...weight.parts.filter(part => part.value)
                .map(part => `${words(part.name)} ${count(part.value)}`),
            ...weight.note
        ].join("; ")));
}

function sourceRows(code, weights) {
    const lineRow = (source, file, text, line) => ({
        where: String(line),
        what: text,
        key: lineKey(file, line),
        title: `${shortName(source.file)}:${line}  ${text.trim()}`,
        weight: weights.byLine.get(lineKey(source.file, line)),
    });
    return code.sources.filter(source => source.lines.length).flatMap(source => [
        ...(code.sources.length > 1 ? [{where: "", what: shortName(source.file)}] : []),
        ...source.lines.map((text, i) => lineRow(source, code.sources.indexOf(source), text,
                                                 source.first + i)),
    ]);
}

function instructionRows(functions, weights) {
    return functions.flatMap(
        fn =>
            [{where: "", what: fn.name + ":"},
             ...fn.instructions.map(([address, text, file, line]) => ({
                                        where: address.toString(16),
                                        what: "  " + text,
                                        key: file === null ? null : lineKey(file, line),
                                        title: `${hex(address)}  ${text}`,
                                        weight: weights.byInsn.get(insnKey(fn.name, address))
                                    }))]);
}

// Why the disassembly has no source beside it; null if it has.
function missingSource(code) {
    const missing = code.sources.filter(source => !source.lines.length);
    if (missing.length)
        return `No source available: ${
            missing.map(source => shortName(source.file)).join(", ")} cannot be read.`;
    return code.sources.length ? null :
                                 "No source available: the binary has no line information.";
}

function scrollTo(row) {
    const box = row.element.parentElement;
    box.scrollTop = row.element.offsetTop - box.clientHeight / 3;
}

function codePanes(code, weights) {
    const cycles = (fn, address) =>
        (weights.byInsn.get(insnKey(fn.name, address)) || {cycles: 0}).cycles;
    const hot = fn => d3.sum(fn.instructions, ([address]) => cycles(fn, address));
    const functions = [...code.functions].sort((a, b) => hot(b) - hot(a));
    const sides = [sourceRows(code, weights), instructionRows(functions, weights)];
    const detail =
        h("div", {class: "detail", "aria-live": "polite"}, "Pick a line or an instruction.");
    const pick = row => {
        const all = sides.flat();
        all.forEach(
            other => other.element.classList.toggle(
                "picked", other === row || Boolean(row.key && other.key === row.key)));
        sides.filter(side => !side.includes(row)).forEach(side => {
            const mate = side.filter(other => row.key && other.key === row.key)
                             .sort(
                                 (a, b) => (b.weight ? b.weight.cycles : 0) -
                                     (a.weight ? a.weight.cycles : 0))[0];
            if (mate)
                scrollTo(mate);
        });
        showDetail(detail, row.title, row.weight, weights.whole);
    };
    const labels = ["Source", "Instructions"];
    const panes = sides.map((rows, i) => ({rows, label: labels[i]}))
                      .filter(pane => pane.rows.length)
                      .map(
                          pane =>
                              h("div", {}, h("h3", {}, pane.label),
                                listing(pane.label, pane.rows, weights.whole, pick)));
    const hottest = sides[0]
                        .concat(sides[1])
                        .filter(row => row.weight)
                        .sort((a, b) => b.weight.cycles - a.weight.cycles)[0];
    requestAnimationFrame(() => {
        if (hottest) {
            pick(hottest);
            scrollTo(hottest);
        }
    });
    const missing = missingSource(code);
    return h("div", {}, missing ? h("p", {class: "faint"}, missing) : null,
             h("div", {class: panes.length > 1 ? "panes" : ""}, ...panes), detail);
}
