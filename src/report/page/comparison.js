// SPDX-License-Identifier: Apache-2.0
// comparison.js - jobs on machines: bars of cycles and bounds, and the ratios to the first machine.

const PALETTE =
    ["barrier", "memory", "issue", "dependency", "unit", "fetch", "divergence", "not_selected"];

// What stands at the end of a bar: its number, on a wide page with its time, and its bound.
function barLabel(bar, wide) {
    const known = bar.value !== null && bar.value !== undefined;
    const own = !known ? bar.note || "–" :
        bar.time && wide ? `${figure(bar.value)} (${bar.time})` :
                           figure(bar.value);
    if (!bar.bound)
        return own;
    return wide ? `${own}, bound ${figure(bar.bound)}` : `bound ${figure(bar.bound)}`;
}

// Groups [{name, bars [{name, value, time, bound}]}] as horizontal bars; a bound is a mark after
// its bar, `base` a line to compare with.
function barChart(groups, names, unit, base = 0) {
    const high = 16, space = 14, width = chartWidth(), wide = width >= 560,
          left = wide ? 190 : 120, values = groups.flatMap(group => group.bars);
    const room = 7 * d3.max(values, bar => barLabel(bar, wide).length) + 10;
    const height = d3.sum(groups, group => group.bars.length * high + space + 18) + 26;
    const most = d3.max(values, bar => Math.max(bar.value || 0, bar.bound || 0, base));
    const least = d3.min(values, bar => Math.min(bar.value || 0, 0));
    const x = d3.scaleLinear()
                  .domain([least, most || (least ? 0 : 1)])
                  .nice()
                  .range([left, width - Math.max(80, room)]);
    const svg = d3.create("svg")
                    .attr("class", "chart")
                    .attr("viewBox", `0 0 ${width} ${height}`)
                    .attr("role", "img")
                    .attr("aria-label", `Bars of ${unit}; the table has the numbers`);
    const labels = svg.append("g"); // above all lines, which they hide
    let y = 4;
    for (const group of groups) {
        svg.append("text")
            .attr("x", 0)
            .attr("y", y + 12)
            .attr("font-weight", 600)
            .text(fitted(group.name, width));
        y += 18;
        for (const bar of group.bars) {
            const paint = color(PALETTE[Math.max(0, names.indexOf(bar.name)) % PALETTE.length]);
            svg.append("text")
                .attr("x", left - 8)
                .attr("y", y + 12)
                .attr("text-anchor", "end")
                .text(fitted(bar.name, left - 8));
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
            labels.append("text")
                .attr("x", x(Math.max(bar.value || 0, bar.bound || 0, 0)) + 5)
                .attr("y", y + 12)
                .attr("style", `paint-order:stroke;stroke:${color("back")};stroke-width:4`)
                .text(barLabel(bar, wide));
            y += high;
        }
        y += space;
    }
    if (base)
        svg.append("path")
            .attr("class", "base")
            .attr("d", `M${x(base)},0V${y}`)
            .attr("style", `stroke:${color("text")};stroke-dasharray:4 3;fill:none`);
    labels.raise();
    svg.append("g")
        .attr("class", "axis")
        .attr("transform", `translate(0,${y})`)
        .call(d3.axisBottom(x)
                  .ticks(Math.max(3, width / 140))
                  .tickFormat(figure)
                  .tickSizeOuter(0));
    return svg.node();
}

function saveButton(text, what, save) {
    const label = what ? `${text}: ${what}` : null;
    return h("button", {type: "button", "aria-label": label, onclick: save}, text);
}

// A chart as a file of its own: colours are written out.
function svgButton(chart, name, label = "") {
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
    return saveButton("Save as SVG", label, save);
}

function csvButton(columns, rows, name, label = "") {
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
    return saveButton("Save as CSV", label, save);
}

// Cycles say nothing about who is faster where the clocks of the machines differ.
const clocksDiffer = cells =>
    new Set(cells.map(cell => cell.nanoseconds && cell.clock_mhz).filter(Boolean)).size > 1;

function comparisonTable(cells, jobs, machines, means) {
    const find = (job, name) => cells.find(cell => cell.job === job && cell.machine === name);
    const value = cell => cell &&
        (cell.cycles === null || cell.cycles === undefined ? cell.warp_instructions : cell.cycles);
    const differ = clocksDiffer(cells);
    const ratio = (job, name, of, unit) => {
        const first = of(find(job, machines[0])), own = of(find(job, name));
        return first && own && name !== machines[0] ?
            `×${d3.format(".2f")(own / first)}${differ ? " " + unit : ""}` :
            "";
    };
    const nanoseconds = cell => cell && cell.nanoseconds;
    const show = (job, name) => {
        const cell = find(job, name);
        if (!cell)
            return "";
        return h("span", {title: cell.note || ""},
                 h("span", {"data-cell": `${job}|${name}`},
                   value(cell) ? count(value(cell)) : "failed"),
                 h("span", {class: "faint"}, cell.bound ? ` ≤ ${count(cell.bound)}` : ""),
                 differ ? h("div", {}, time(cell.cycles, cell.clock_mhz)) : null,
                 h("div", {class: "faint"}, ratio(job, name, value, "cycles")),
                 differ ? h("div", {class: "faint"}, ratio(job, name, nanoseconds, "time")) :
                          null);
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

// How much faster each machine is than the first one, job by job.
function speedUps(cells, jobs, machines) {
    const inTime = clocksDiffer(cells);
    const taken = (job, name) => {
        const cell = cells.find(one => one.job === job && one.machine === name) || {};
        return inTime ? cell.nanoseconds : cell.cycles;
    };
    const ratio = (job, name) =>
        taken(job, name) ? taken(job, machines[0]) / taken(job, name) : null;
    const bars = value => machines.slice(1).map(name => ({name, value: value(name)}));
    const groups = jobs.filter(job => taken(job, machines[0]))
                       .map(job => ({name: job, bars: bars(name => ratio(job, name))}));
    if (machines.length < 2 || !groups.length)
        return [];
    if (groups.length > 1)
        groups.push({
            name: "geometric mean",
            bars: bars(name => {
                const known = jobs.map(job => ratio(job, name)).filter(Boolean);
                return Math.exp(d3.mean(known, Math.log)) || null;
            })
        });
    const chart = barChart(groups, machines, "speed-up", 1);
    return [
        h("h3", {}, `Speed-up${inTime ? " in time" : ""} over ${machines[0]}`),
        h("p", {class: "faint"},
          inTime ? `The machines have different clocks, so this is the time of ${
                       machines[0]} divided by the time: above 1 is faster.` :
                   `Cycles of ${machines[0]} divided by cycles: above 1 is faster.`),
        h("div", {class: "scroll"}, chart),
        h("div", {class: "controls"}, svgButton(chart, "speed-up", "speed-ups"),
          csvButton(
              ["job", "machine", "speed_up"],
              groups.flatMap(
                  group => group.bars.map(bar => [group.name, bar.name, bar.value])),
              "speed-up", "speed-ups")),
    ];
}

function comparison(data) {
    const {cells, geometric_means: means} = data.comparison;
    const jobs = [...new Set(cells.map(cell => cell.job))],
          machines = [...new Set(cells.map(cell => cell.machine))];
    const timed = cells.some(cell => cell.cycles !== null && cell.cycles !== undefined);
    const differ = clocksDiffer(cells);
    const chart = barChart(
        jobs.map(job => ({
                     name: job,
                     bars: cells.filter(cell => cell.job === job)
                               .map(cell => ({
                                        name: cell.machine,
                                        value: timed ? cell.cycles : cell.warp_instructions,
                                        time: differ ? time(cell.cycles, cell.clock_mhz) : "",
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
              ["job", "machine", "cycles", "bound", "ipc", "clock_mhz", "nanoseconds"],
              cells.map(
                  cell => [cell.job, cell.machine, cell.cycles, cell.bound, cell.ipc,
                           cell.clock_mhz, cell.nanoseconds]),
              "comparison")),
        h("div", {class: "scroll", tabindex: 0, role: "region", "aria-label": "Table of cycles"},
          comparisonTable(
              cells, jobs, machines, machines.length > 1 && jobs.length > 1 ? means : null)),
        ...(timed ? speedUps(cells, jobs, machines) : []),
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
