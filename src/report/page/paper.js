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

function paperChart(columns, rows) {
    const found = pairs(columns, rows);
    if (!found.length || rows.length > 60)
        return null;
    const first = columns.slice(0, columns.findIndex(column => found.flat().includes(column.key)));
    const head = key => columns.find(column => column.key === key).head;
    const names = ["paper", "ours"];
    return found.map(([paper, ours]) => {
        const groups =
            rows.filter(row => row[paper] !== null || row[ours] !== null)
                .map(
                    row => ({
                        name: first
                                  .map(
                                      column => typeof row[column.key] === "number" ?
                                          `${column.head} ${figure(row[column.key])}` :
                                          row[column.key])
                                  .join(", "),
                        bars: [{name: "paper", value: row[paper]}, {name: "ours", value: row[ours]}]
                    }));
        return h(
            "figure", {}, h("figcaption", {class: "faint"}, `${head(paper)} and ${head(ours)}`),
            h("div", {class: "scroll"}, barChart(groups, names, head(ours))));
    });
}

function paperTable(data, one, i) {
    const columns = data.heads[i], charts = paperChart(columns, one.rows);
    const isNumber = key => one.rows.some(row => typeof row[key] === "number");
    return {
        id: "table-" + one.name,
        title: one.title,
        content: [
            h("div", {class: "scroll", tabindex: 0, role: "region", "aria-label": one.title},
              table(
                  columns.map(column => ({
                                  head: column.head || column.key,
                                  number: isNumber(column.key),
                                  cell: row => typeof row[column.key] === "number" ?
                                      figure(row[column.key]) :
                                      row[column.key] === null ? "–" :
                                                                 String(row[column.key])
                              })),
                  one.rows)),
            h("div", {class: "controls"},
              csvButton(
                  columns.map(column => column.key),
                  one.rows.map(row => columns.map(column => row[column.key])), one.name),
              ...(charts || []).map(chart => svgButton(chart.querySelector("svg"), one.name))),
            ...(charts || []),
            ...(one.notes || []).map(note => h("p", {class: "faint"}, note)),
        ]
    };
}

function paper(data) { return data.paper.tables.map((one, i) => paperTable(data, one, i)); }
