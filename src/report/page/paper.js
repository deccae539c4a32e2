// SPDX-License-Identifier: Apache-2.0
// paper.js - a paper's tables, its figures next to ours. Columns that are pairs, "paper" and
// "ours", are drawn as bars.

// Columns whose keys differ only in who measured: "cycles_paper" and "cycles", "paper" and "ours".
function pairs(columns, rows) {
    const isNumber = key => rows.some(row => typeof row[key] === "number") &&
        rows.every(row => typeof row[key] !== "string");
    const numeric = columns.map(column => column.key).filter(isNumber);
    const found = [];
    for (const key of numeric) {
        const stem = key.replace(/^(paper|published|theirs)_?|_?(paper|published|theirs)$/, "");
        if (stem === key)
            continue;
        const mate = numeric.find(
            other =>
                other !== key && (other === stem || other.replace(/^ours_?|_?ours$/, "") === stem));
        if (mate)
            found.push([key, mate]);
    }
    return found;
}

const isFigure = (rows, key) => rows.some(row => typeof row[key] === "number");

// As the table of the terminal shows it.
function shown(column, value) {
    return typeof value === "number" ? grouped.format(`,.${column.decimals}f`)(value)
        : value === null ? "–" : String(value);
}

// The cells of a row before its first figure that is drawn.
function rowName(columns, row, drawn) {
    const end = columns.findIndex(column => drawn.includes(column.key));
    return columns.slice(0, end)
        .filter(column => row[column.key] !== null && row[column.key] !== "")
        .map(column => typeof row[column.key] === "number"
            ? `${column.head} ${shown(column, row[column.key])}` : row[column.key]).join(", ");
}

function pairCharts(columns, rows, name) {
    const head = key => columns.find(column => column.key === key).head;
    return pairs(columns, rows).map(([paper, ours]) => {
        const groups = rows.filter(row => row[paper] !== null || row[ours] !== null).map(row => ({
            name: rowName(columns, row, pairs(columns, rows).flat()),
            bars: [{name: "paper", value: row[paper]}, {name: "ours", value: row[ours]}],
        }));
        const title = `${head(paper)} and ${head(ours)}`;
        const chart = barChart(groups, ["paper", "ours"], head(ours));
        return h("figure", {}, h("figcaption", {}, title), h("div", {class: "scroll"}, chart),
                 h("div", {class: "controls"}, svgButton(chart, `${name}-${ours}`, title)));
    });
}

// Bars of one column, which the reader chooses.
function columnChart(columns, rows, name) {
    const figures = columns.filter((column, i) => i > 0 && isFigure(rows, column.key));
    if (!figures.length || rows.length < 2)
        return null;
    const box = h("div", {});
    const show = column => {
        const bars = rows.filter(row => typeof row[column.key] === "number").map(row => ({
            name: rowName(columns, row, [figures[0].key]) || name, value: row[column.key]}));
        const chart = barChart([{name: column.head || column.key, bars}], [], column.head);
        box.replaceChildren(h("div", {class: "scroll"}, chart),
                            h("div", {class: "controls"}, svgButton(chart, name)));
    };
    const select = h("select", {onchange: event => show(figures[event.target.selectedIndex])},
        ...figures.map(column => h("option", {}, column.head || column.key)));
    select.selectedIndex = figures.length - 1;
    show(figures[figures.length - 1]);
    return h("details", {}, h("summary", {}, "Draw a column"),
             h("div", {class: "controls"}, h("label", {}, "Column ", select)), box);
}

function paperTable(data, one, i) {
    const columns = data.heads[i];
    const charts = one.rows.length > 60 ? [] : pairCharts(columns, one.rows, one.name);
    return {
        id: "table-" + one.name,
        title: one.title,
        content: [
            h("div", {class: "scroll", tabindex: 0, role: "region", "aria-label": one.title},
              table(columns.map(column => ({
                  head: column.head || column.key,
                  number: isFigure(one.rows, column.key),
                  cell: row => shown(column, row[column.key]),
              })), one.rows)),
            h("div", {class: "controls"},
              csvButton(columns.map(column => column.key),
                        one.rows.map(row => columns.map(column => row[column.key])), one.name)),
            ...charts,
            columnChart(columns, one.rows, one.name),
            ...(one.notes || []).map(note => h("p", {class: "faint"}, note)),
        ]
    };
}

function paper(data) {
    return data.paper.tables.map((one, i) => paperTable(data, one, i));
}
