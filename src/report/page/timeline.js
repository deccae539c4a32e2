// SPDX-License-Identifier: Apache-2.0
// timeline.js - warps, units, memory and banks over time. A chart of all warps together is above
// strips of the parts; both zoom and pan together. Only what is visible is drawn.

const ROW = 16, LABEL = 150;

function decodeCells(text) {
    const reasons = [], shares = [];
    for (const [, reason, share, times] of text.matchAll(/([a-z.])([A-K])(\d*)/g)) {
        for (let i = 0; i < (times ? Number(times) : 1); i++) {
            reasons.push(reason === "." ? -1 : reason.charCodeAt(0) - 97);
            shares.push((share.charCodeAt(0) - 65) / 10);
        }
    }
    return {reasons, shares};
}

// One strip: where one launch ends and the next one begins.
function launchRows(timeline) {
    const starts = timeline.launches.map(launch => Math.floor(launch.begin / timeline.width));
    const index = bin => Math.max(0, d3.bisectRight(starts, bin) - 1);
    return [
        {name: "launches", head: true},
        {
            name: "kernel",
            at: bin => [{name: index(bin) % 2 ? "idle" : "not_selected", share: 1}],
            say: bin => timeline.launches[index(bin)].kernel
        },
    ];
}

// Only DDR4 has them.
function refreshes(timeline) {
    return timeline.banks.some(bank => bank.totals[2]);
}

// Rows of the strips: {name, head} or {name, at(bin) -> [{name, share}]}; with values, text(value,
// bin) says what they are, and say(bin) anything else.
function timelineRows(timeline) {
    const rows = [], width = timeline.width, waits = timeline.states.slice(1);
    const strips = (title, list, active, others) => {
        if (list.length)
            rows.push({name: title, head: true});
        for (const one of list) {
            let cells = null;
            rows.push({
                name: one.name,
                at: bin => {
                    cells = cells || decodeCells(one.cells);
                    const share = cells.shares[bin], reason = cells.reasons[bin];
                    return [
                        reason >= 0 ? {name: others[reason], share: 1} : null,
                        share ? {name: active, share: Math.max(share, 0.15)} : null
                    ].filter(Boolean);
                }
            });
        }
    };
    const series = (title, list) => {
        if (list.length)
            rows.push({name: title, head: true});
        for (const one of list) {
            const max = d3.max(one.values) || 1;
            rows.push({
                name: one.name,
                values: one.values,
                text: one.text,
                at: bin => one.values[bin] ?
                    [{name: one.color, share: Math.max(0.08, one.values[bin] / max)}] :
                    []
            });
        }
    };
    if (timeline.launches.length > 1)
        rows.push(...launchRows(timeline));
    series(
        "units: instructions per cycle",
        timeline.units.map(unit => ({
                               name: unit.name,
                               color: "issue",
                               values: unit.issues,
                               text: value => `${figure(value / width)} instructions per cycle`
                           })));
    series(
        "memory: requests under way",
        timeline.memory.map(
            space => ({
                name: space.name,
                color: "memory",
                values: space.cycles.map((value, i) => value || space.requests[i]),
                text: (value, bin) => `${figure(space.cycles[bin] / width)} requests under way, ` +
                    `${count(space.requests[bin])} begun` +
                    (space.misses.some(Boolean) ? `, ${count(space.misses[bin])} misses` : "")
            })));
    strips(`DRAM: ${refreshes(timeline) ? "bursts, open rows, refreshes" : "accesses, open rows"}`,
           timeline.banks, "read", ["refresh", "open"]);
    strips(timeline.issuer + "s", timeline.rows, "issue", waits);
    return rows;
}

function readoutText(timeline, bin, row) {
    const width = timeline.width, from = bin * width;
    const all = timeline.states.map((name, i) => ({name, value: timeline.all[i][bin]}))
                    .filter(one => one.value);
    const sum = d3.sum(all, one => one.value);
    const where = `cycles ${count(from)} to ${count(Math.min(from + width, timeline.cycles))}`;
    if (row && row.values)
        return `${where}: ${row.name}: ${row.text(row.values[bin], bin)}`;
    if (row && row.say)
        return `${where}: ${row.say(bin)}`;
    if (row && !row.head) {
        const parts = row.at(bin);
        return `${where}: ${row.name}: ${
            parts.length ? parts.map(part => words(part.name)).join(", ") : "nothing"}`;
    }
    return `${where}: ` +
        (sum ? all.sort((a, b) => b.value - a.value)
                   .map(one => `${words(one.name)} ${percent(one.value / sum)}`)
                   .join(", ") :
               "nothing");
}

// Sums over the bins of a pixel, so that zoomed out nothing is lost.
function areaData(timeline, x, width) {
    const bins = timeline.bins, step = 2;
    return d3.range(0, width, step).map(px => {
        const from = Math.max(0, Math.floor(x.invert(px) / timeline.width));
        const to =
            Math.min(bins, Math.max(from + 1, Math.ceil(x.invert(px + step) / timeline.width)));
        const point = {px};
        timeline.states.forEach((name, i) => {
            let sum = 0;
            for (let bin = from; bin < to; bin++)
                sum += timeline.all[i][bin];
            point[name] = sum / ((to - from) * timeline.width);
        });
        return point;
    });
}

class TimeView {
    constructor(timeline) {
        this.timeline = timeline;
        this.rows = timelineRows(timeline);
        this.readout = h("p", {class: "readout", "aria-live": "polite"});
        this.canvas = h("canvas", {});
        this.spacer = h("div", {style: `height:${this.rows.length * ROW}px;margin-top:-1px`});
        this.strips = h("div", {class: "strips", tabindex: -1}, this.canvas, this.spacer);
        this.svg = d3.create("svg").attr("height", 150).attr("aria-hidden", "true");
        this.box =
            h("div", {
                class: "time",
                tabindex: 0,
                role: "application",
                "aria-label": "Timeline. Arrow keys move, plus and minus zoom, 0 shows all."
            },
              this.svg.node(), this.strips);
        this.transform = d3.zoomIdentity;
        this.plot = this.svg.append("g");
        this.axis = this.svg.append("g").attr("class", "axis");
        this.scale = this.svg.append("g").attr("class", "axis");
        this.listen();
    }

    listen() {
        this.zoom = d3.zoom()
                        .filter(() => {
                            const event = d3.event;
                            return event.type === "wheel" ? event.ctrlKey || event.metaKey :
                                event.touches             ? event.touches.length > 1 :
                                                            !event.button;
                        })
                        .on("zoom", () => {
                            this.transform = d3.event.transform;
                            this.draw();
                        });
        d3.select(this.box).call(this.zoom).on("dblclick.zoom", null);
        this.strips.addEventListener("scroll", () => this.draw());
        this.box.addEventListener("pointermove", event => this.point(event));
        this.box.addEventListener("keydown", event => this.key(event));
        new ResizeObserver(() => this.resize()).observe(this.box);
    }

    key(event) {
        const box = d3.select(this.box), keys = {
            ArrowLeft: () => this.zoom.translateBy(box, this.width / 4 / this.transform.k, 0),
            ArrowRight: () => this.zoom.translateBy(box, -this.width / 4 / this.transform.k, 0),
            "+": () => this.by(1.6),
            "=": () => this.by(1.6),
            "-": () => this.by(1 / 1.6),
            "0": () => this.reset(),
            Home: () => this.reset(),
            ArrowDown: () => {
                this.strips.scrollTop += 3 * ROW;
            },
            ArrowUp: () => {
                this.strips.scrollTop -= 3 * ROW;
            },
        };
        if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey)
            return;
        event.preventDefault();
        keys[event.key]();
        this.tell(Math.floor(this.x().invert(this.width / 2) / this.timeline.width), null);
    }

    by(factor) { this.zoom.scaleBy(d3.select(this.box), factor, [LABEL + this.width / 2, 0]); }
    reset() { this.zoom.transform(d3.select(this.box), d3.zoomIdentity); }

    resize() {
        const full = this.box.clientWidth;
        if (!full || full === this.full)
            return;
        this.full = full;
        this.label = full < 560 ? 92 : LABEL;
        this.width = full - this.label - 8;
        this.zoom.scaleExtent([1, Math.max(1, this.timeline.bins / 24)])
            .extent([[this.label, 0], [this.label + this.width, 1]])
            .translateExtent([[this.label, 0], [this.label + this.width, 1]]);
        this.draw();
    }

    x() {
        const base = d3.scaleLinear().domain([0, this.timeline.cycles]).range([0, this.width]);
        const shifted = this.transform.translate(0, 0);
        return base.domain([0, this.width].map(
            px => (px + this.label - shifted.x - this.label * shifted.k) / shifted.k / this.width *
                this.timeline.cycles));
    }

    draw() {
        if (!this.width)
            return;
        this.drawAll();
        this.drawStrips();
    }

    drawAll() {
        const x = this.x(), top = 22, height = 110, states = this.timeline.states;
        const points = areaData(this.timeline, x, this.width);
        const y = d3.scaleLinear().domain([0, this.peak()]).nice(4).range([top + height, top]);
        const area = d3.area()
                         .x(point => point.data.px)
                         .y0(point => y(point[0]))
                         .y1(point => y(point[1]))
                         .curve(d3.curveStepAfter);
        this.plot.attr("transform", `translate(${this.label},0)`)
            .selectAll("path")
            .data(d3.stack().keys(states)(points))
            .join("path")
            .attr("d", area)
            .attr("style", layer => `fill:${color(layer.key)}`);
        this.axis.attr("transform", `translate(${this.label},${top + height})`)
            .call(d3.axisBottom(x)
                      .ticks(Math.max(2, this.width / 130))
                      .tickFormat(count)
                      .tickSizeOuter(0));
        this.scale.attr("transform", `translate(${this.label},0)`)
            .call(d3.axisLeft(y).ticks(4).tickSizeOuter(0));
    }

    peak() {
        if (!this.highest) {
            const sums = this.timeline.all[0].map(
                (_, bin) => d3.sum(this.timeline.all, series => series[bin]));
            this.highest = d3.max(sums) / this.timeline.width;
        }
        return this.highest;
    }

    drawStrips() {
        const height = Math.min(this.strips.clientHeight || 544, this.rows.length * ROW),
              ratio = window.devicePixelRatio || 1;
        const canvas = this.canvas, style = getComputedStyle(document.documentElement),
              colors = new Map();
        const paint = name => {
            if (!colors.has(name))
                colors.set(name, style.getPropertyValue("--" + name).trim());
            return colors.get(name);
        };
        if (canvas.width !== Math.round(this.full * ratio) ||
            canvas.height !== Math.round(height * ratio)) {
            canvas.width = Math.round(this.full * ratio);
            canvas.height = Math.round(height * ratio);
            canvas.style.height = height + "px";
            this.spacer.style.height = Math.max(0, this.rows.length * ROW - height) + "px";
        }
        const context = canvas.getContext("2d");
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        context.clearRect(0, 0, this.full, height);
        context.font = "11px system-ui, sans-serif";
        context.textBaseline = "middle";
        const first = Math.floor(this.strips.scrollTop / ROW), x = this.x();
        for (let i = first; i < this.rows.length && (i - first) * ROW < height + ROW; i++)
            this.drawRow(context, this.rows[i], i * ROW - this.strips.scrollTop, x, paint);
    }

    drawRow(context, row, top, x, paint) {
        context.fillStyle = paint(row.head ? "text" : "faint");
        context.fillText(row.name, 6, top + ROW / 2, row.head ? undefined : this.label - 12);
        if (row.head)
            return;
        const from = Math.max(0, Math.floor(x.invert(0) / this.timeline.width));
        const to =
            Math.min(this.timeline.bins, Math.ceil(x.invert(this.width) / this.timeline.width));
        const step = Math.max(1, Math.floor((to - from) / this.width));
        for (let bin = from; bin < to; bin += step) {
            const left = Math.max(0, Math.floor(x(bin * this.timeline.width)));
            const right = Math.min(this.width, Math.floor(x((bin + step) * this.timeline.width)));
            for (const part of row.at(bin)) {
                const tall = Math.round((ROW - 2) * part.share);
                context.fillStyle = paint(part.name);
                context.fillRect(
                    this.label + left, top + ROW - 1 - tall, Math.max(right - left, 1), tall);
            }
        }
    }

    point(event) {
        const bounds = this.box.getBoundingClientRect(),
              px = event.clientX - bounds.left - this.label;
        const bin = Math.floor(this.x().invert(px) / this.timeline.width);
        const inside = this.strips.getBoundingClientRect(), y = event.clientY - inside.top;
        const row = y >= 0 ? this.rows[Math.floor((y + this.strips.scrollTop) / ROW)] : null;
        if (px >= 0)
            this.tell(bin, row);
    }

    tell(bin, row) {
        if (bin >= 0 && bin < this.timeline.bins)
            this.readout.textContent = readoutText(this.timeline, bin, row);
    }
}

function timelineSection(data) {
    const timeline = data.timeline;
    if (!timeline || !timeline.bins)
        return null;
    const view = new TimeView(timeline);
    data.redraw.push(() => view.draw());
    const button = (text, label, act) =>
        h("button", {type: "button", "aria-label": label, onclick: act}, text);
    const move = part =>
        view.zoom.translateBy(d3.select(view.box), part * view.width / view.transform.k, 0);
    return [
        h("p", {},
          `A bin is ${
              timeline.width === 1 ? "one cycle" :
                                     count(timeline.width) + " cycles"}. The chart has all ` +
              `${
                  timeline
                      .issuer}s, by what they do. In a strip the height of green is the share of ` +
              "cycles with an issue; the colour above it is the reason for most of the waiting."),
        legend(timeline.states.map(name => ({name, about: aboutStall(data, name)}))),
        timeline.banks.length ? legend([
            {name: "read", value: "or write, of a bank of DRAM"}, {name: "open", value: "row"},
            refreshes(timeline) ? {name: "refresh"} : null
        ].filter(Boolean)) :
                                null,
        h("div", {class: "controls"}, button("−", "Zoom out", () => view.by(1 / 1.6)),
          button("+", "Zoom in", () => view.by(1.6)), button("◀", "Earlier", () => move(0.25)),
          button("▶", "Later", () => move(-0.25)), button("All", "Show all", () => view.reset()),
          h("span", {class: "faint"}, "Drag, Ctrl and wheel, or arrow keys, + and −")),
        view.box,
        view.readout,
    ];
}
