// SPDX-License-Identifier: Apache-2.0
// sweep.js - many runs: an answer as a table, which points no other beats, and lines over a
// parameter.

const SWEEP_FIGURES = ["cycles", "bound", "tightness", "nanoseconds", "host_seconds"];

// A figure of a run or one of its parameters, as a number; NaN: it has none.
function sweepValue(run, name) {
    const value = SWEEP_FIGURES.includes(name) ? run[name] : run.parameters[name];
    return value === null || value === undefined || value === "" ? NaN : Number(value);
}

function sweepNames(runs) {
    const parameters = [...new Set(runs.flatMap(run => Object.keys(run.parameters)))];
    const numeric = name => runs.some(run => Number.isFinite(sweepValue(run, name)));
    // A seed is no quantity: it is chosen last.
    const ordered = d3.sort(parameters.filter(numeric), name => name === "seed");
    return {figures: SWEEP_FIGURES.filter(numeric), numeric: ordered};
}

function choice(label, names, chosen, change) {
    const box = h("select", {onchange: event => change(event.target.value)},
                  ...names.map(name => h("option", {value: name}, words(name))));
    box.value = chosen;
    return h("label", {}, label + " ", box);
}

// The axes of a chart of points [{x, y}].
function sweepAxes(points, xName, yName) {
    const width = chartWidth(), height = 360, left = 80, bottom = 46;
    const scale = (values, range) => d3.scaleLinear().domain(d3.extent(values)).nice().range(range);
    const x = scale(points.map(point => point.x), [left, width - 20]);
    const y = scale(points.map(point => point.y), [height - bottom, 12]);
    const svg = d3.create("svg")
                    .attr("class", "chart")
                    .attr("viewBox", `0 0 ${width} ${height}`)
                    .attr("role", "img")
                    .attr("aria-label", `${words(yName)} over ${words(xName)}`);
    svg.append("g")
        .attr("class", "axis")
        .attr("transform", `translate(0,${height - bottom})`)
        .call(d3.axisBottom(x).ticks(Math.max(3, width / 110)).tickFormat(figure).tickSizeOuter(0));
    svg.append("g")
        .attr("class", "axis")
        .attr("transform", `translate(${left},0)`)
        .call(d3.axisLeft(y).ticks(6).tickFormat(figure).tickSizeOuter(0));
    svg.append("text")
        .attr("x", width - 20)
        .attr("y", height - 8)
        .attr("text-anchor", "end")
        .text(words(xName));
    svg.append("text").attr("x", 4).attr("y", 12).text(words(yName));
    return {svg, x, y};
}

// Points that no other point beats in both figures, from left to right.
function paretoFront(points) {
    let lowest = Infinity;
    return points.slice()
        .sort((a, b) => a.x - b.x || a.y - b.y)
        .filter(point => {
            const good = point.y < lowest;
            lowest = Math.min(lowest, point.y);
            return good;
        });
}

const sweepColor = (names, name) =>
    color(PALETTE[Math.max(0, names.indexOf(name)) % PALETTE.length]);

function sweepLegend(names) {
    return h("ul", {class: "legend"},
             ...names.slice(0, 24).map(
                 name => h("li", {}, h("i", {style: `background:${sweepColor(names, name)}`}),
                           name)));
}

function paretoChart(runs, xName, yName) {
    const points = runs.map(run => ({run, x: sweepValue(run, xName), y: sweepValue(run, yName)}))
                       .filter(point => Number.isFinite(point.x) && Number.isFinite(point.y));
    const machines = [...new Set(points.map(point => point.run.machine))];
    const {svg, x, y} = sweepAxes(points, xName, yName);
    const front = paretoFront(points);
    const step =
        d3.line().x(point => x(point.x)).y(point => y(point.y)).curve(d3.curveStepAfter);
    svg.append("path")
        .attr("class", "front")
        .attr("d", step(front))
        .attr("style", `stroke:${color("worst")};stroke-width:1.5;fill:none`);
    const dots = svg.append("g");
    for (const point of points)
        dots.append("circle")
            .attr("cx", x(point.x))
            .attr("cy", y(point.y))
            .attr("r", front.includes(point) ? 5 : 3)
            .attr("style", `fill:${sweepColor(machines, point.run.machine)};fill-opacity:0.75`)
            .append("title")
            .text(`${point.run.job} on ${point.run.machine} ${point.run.settings}\n` +
                  `${words(xName)} ${figure(point.x)}, ${words(yName)} ${figure(point.y)}`);
    return {chart: svg.node(), machines, front};
}

function paretoSection(runs, names) {
    const jobs = [...new Set(runs.map(run => run.job))], all = [...names.figures, ...names.numeric];
    const second = all.includes("bound") ? "bound" : names.numeric[0] || all[1] || all[0];
    const chosen = {job: jobs[0], x: all[0], y: second};
    const box = h("div", {});
    const draw = () => {
        const {chart, machines, front} =
            paretoChart(runs.filter(run => run.job === chosen.job), chosen.x, chosen.y);
        const change = key => value => {
            chosen[key] = value;
            draw();
        };
        box.replaceChildren(
            h("div", {class: "controls"}, choice("Job", jobs, chosen.job, change("job")),
              choice("Across", all, chosen.x, change("x")),
              choice("Up", all, chosen.y, change("y")), svgButton(chart, "pareto")),
            h("div", {class: "scroll"}, chart), sweepLegend(machines),
            longTable(
                [
                    {head: "Machine", cell: point => point.run.machine},
                    {head: "Settings", cell: point => point.run.settings},
                    {head: words(chosen.x), number: true, cell: point => figure(point.x)},
                    {head: words(chosen.y), number: true, cell: point => figure(point.y)},
                ],
                front, {caption: "Points that no other point beats in both"}));
    };
    draw();
    return all.length ? [box] : null;
}

// The mean over all other parameters, one line per machine.
function sweepLines(runs, xName, yName) {
    const groups = d3.group(runs, run => run.machine, run => sweepValue(run, xName));
    return [...groups].map(([name, values]) => ({
                               name,
                               points: [...values]
                                           .map(([x, some]) => ({
                                                    x,
                                                    y: d3.mean(some, run => sweepValue(run, yName))
                                                }))
                                           .filter(point => Number.isFinite(point.x) &&
                                                       Number.isFinite(point.y))
                                           .sort((a, b) => a.x - b.x)
                           }));
}

function lineSection(runs, names) {
    const jobs = [...new Set(runs.map(run => run.job))];
    const chosen = {job: jobs[0], x: names.numeric[0], y: names.figures[0]};
    if (!names.numeric.length || !names.figures.length)
        return null;
    const box = h("div", {});
    const draw = () => {
        const lines = sweepLines(runs.filter(run => run.job === chosen.job), chosen.x, chosen.y);
        const machines = lines.map(line => line.name);
        const {svg, x, y} = sweepAxes(lines.flatMap(line => line.points), chosen.x, chosen.y);
        for (const {name, points} of lines) {
            const paint = sweepColor(machines, name);
            svg.append("path")
                .attr("d", d3.line().x(point => x(point.x)).y(point => y(point.y))(points))
                .attr("style", `stroke:${paint};stroke-width:2;fill:none`);
            for (const point of points)
                svg.append("circle")
                    .attr("cx", x(point.x))
                    .attr("cy", y(point.y))
                    .attr("r", 3)
                    .attr("style", `fill:${paint}`)
                    .append("title")
                    .text(`${name}: ${words(chosen.x)} ${figure(point.x)}, ${words(chosen.y)} ${
                        figure(point.y)}`);
        }
        const change = key => value => {
            chosen[key] = value;
            draw();
        };
        box.replaceChildren(
            h("p", {class: "faint"}, "Means over all other parameters, one line per machine."),
            h("div", {class: "controls"}, choice("Job", jobs, chosen.job, change("job")),
              choice("Across", names.numeric, chosen.x, change("x")),
              choice("Up", names.figures, chosen.y, change("y")), svgButton(svg.node(), "lines")),
            h("div", {class: "scroll"}, svg.node()), sweepLegend(machines));
    };
    draw();
    return [box];
}

function sweepAnswer({columns, answer, states}) {
    const show = value => typeof value === "number" ? figure(value) :
        value === null                              ? "–" :
                                                      String(value);
    return [
        h("p", {class: "faint"},
          states.map(state => `${count(state.runs)} ${state.status}`).join(", ")),
        longTable(columns.map(name => ({
                                  head: words(name),
                                  number: answer.every(row => typeof row[name] !== "string"),
                                  cell: row => show(row[name])
                              })),
                  answer, {caption: "Answer"}),
        h("div", {class: "controls"},
          csvButton(columns, answer.map(row => columns.map(name => row[name])), "answer")),
    ];
}

function sweepFailures(runs) {
    const failed = runs.filter(run => run.status !== "ok");
    return failed.length ? [longTable(
                               [
                                   {head: "Job", cell: run => run.job},
                                   {head: "Machine", cell: run => run.machine},
                                   {head: "Settings", cell: run => run.settings},
                                   {head: "Status", cell: run => run.status},
                                   {head: "Message", cell: run => run.message || ""},
                               ],
                               failed, {caption: "Runs that are not ok"})] :
                           null;
}

function sweepSections({sweep}) {
    const good = sweep.runs.filter(run => run.status === "ok"), names = sweepNames(good);
    return [
        {id: "answer", title: sweep.question, content: sweepAnswer(sweep)},
        {id: "pareto", title: "Pareto", content: good.length ? paretoSection(good, names) : null},
        {id: "lines", title: "Over a parameter", content: lineSection(good, names)},
        {id: "failures", title: "Not ok", content: sweepFailures(sweep.runs)},
    ];
}
