// SPDX-License-Identifier: Apache-2.0
// machine.js - the machine's parameters with their sources, and every number of the result.

function filtered(columns, rows, name, label, text) {
    const box = h("div", {});
    const show = word => box.replaceChildren(longTable(
        columns, rows.filter(row => text(row).toLowerCase().includes(word.toLowerCase())),
        {class: "wide", label: name}, 60));
    show("");
    return [
        h("div", {class: "controls"},
          h("label", {}, label + " ",
            h("input", {type: "search", oninput: event => show(event.target.value)}))),
        box
    ];
}

function machine(data) {
    const about = data.machine;
    if (!about)
        return null;
    const set = about.parameters.filter(parameter => parameter.set_by);
    return [
        h("p", {}, about.about),
        h("p", {class: "faint"},
          `Model ${about.model}, instruction set ${about.isa}` +
              (about.based_on ? `, based on ${about.based_on}` : "") + ". " +
              (set.length ?
                   `Set for this run: ${set.map(one => `${one.name}=${one.value}`).join(", ")}.` :
                   "All numbers are the machine file's own.")),
        ...filtered(
            [
                {head: "Parameter", cell: one => h("code", {}, one.name)},
                {
                    head: "Value",
                    cell: one => h("span", {"data-key": "machine." + one.name}, String(one.value)),
                    number: true
                },
                {head: "Unit", cell: one => one.unit},
                {
                    head: "Meaning",
                    cell: one => one.about +
                        (one.set_by ? ` (set by ${one.set_by}; default ${one.default})` : "")
                },
                {head: "Source", cell: one => one.source},
            ],
            about.parameters, "Parameters", "Find a parameter",
            one => `${one.name} ${one.about} ${one.source}`),
    ];
}

function lookup(result, name) {
    return name.split(".").reduce(
        (at, key) => at === null || at === undefined ? at : at[key], result);
}

function numbers(data) {
    const rows = data.statistics.map(row => ({...row, value: lookup(data.result, row.name)}))
                     .filter(row => row.value !== null && row.value !== undefined);
    return rows.length ? filtered(
                             [
                                 {head: "Name in JSON", cell: row => h("code", {}, row.name)},
                                 {head: "Value", cell: row => figure(row.value), number: true},
                                 {head: "Unit", cell: row => row.unit},
                                 {head: "Meaning", cell: row => row.about},
                             ],
                             rows, "Numbers", "Find a number", row => `${row.name} ${row.about}`) :
                         null;
}
