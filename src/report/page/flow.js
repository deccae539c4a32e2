// SPDX-License-Identifier: Apache-2.0
// flow.js - the control-flow graph of a function, placed by Graphviz or here in layers from top to
// bottom, with how often each block ran and how often it runs on the worst path.

const BLOCK = {
    width: 168,
    height: 46,
    line: 16, // more, of a block that begins a loop
    gap: 26,
    layer: 40
};
const BLOCKS_DRAWN_MAX = 400;

const beginsLoop = (fn, id) => fn.loops.some(loop => loop.header === id);
const heightOf = (fn, id) => BLOCK.height + (beginsLoop(fn, id) ? BLOCK.line : 0);

// Layers by the longest path that goes round no loop; long edges get a point in every layer.
function layeredGraph(fn) {
    const blocks = fn.blocks;
    const nodes =
        blocks.map((block, id) => ({id, block, height: heightOf(fn, id), layer: 0, out: []}));
    const state = new Array(nodes.length).fill(0), order = [], back = [];
    const visit = start => {
        const stack = [[start, 0]];
        state[start] = 1;
        while (stack.length) {
            const top = stack[stack.length - 1], successors = blocks[top[0]].successors;
            if (top[1] === successors.length) {
                state[top[0]] = 2;
                order.push(top[0]);
                stack.pop();
                continue;
            }
            const next = successors[top[1]++];
            if (state[next] === 1)
                back.push([top[0], next]);
            else {
                nodes[top[0]].out.push(next);
                if (state[next] === 0) {
                    state[next] = 1;
                    stack.push([next, 0]);
                }
            }
        }
    };
    blocks.forEach((block, id) => {
        if (block.reachable && state[id] === 0)
            visit(id);
    });
    for (const id of order.reverse())
        nodes[id].out.forEach(next => {
            nodes[next].layer = Math.max(nodes[next].layer, nodes[id].layer + 1);
        });
    return {nodes: order.map(id => nodes[id]), back, all: nodes};
}

function addPoints(graph) {
    const edges = [];
    for (const node of [...graph.nodes]) {
        for (const next of node.out) {
            const path = [node];
            for (let layer = node.layer + 1; layer < graph.all[next].layer; layer++) {
                const point = {layer, point: true, height: BLOCK.height};
                graph.nodes.push(point);
                path.push(point);
            }
            path.push(graph.all[next]);
            edges.push({path, from: node, to: graph.all[next]});
        }
    }
    return edges;
}

// Neighbours in the layer above or below pull a node to their middle.
function orderLayers(graph, edges) {
    const layers = d3.range(d3.max(graph.nodes, node => node.layer) + 1)
                       .map(layer => graph.nodes.filter(node => node.layer === layer));
    const above = new Map(), below = new Map();
    const link = (map, node, other) => map.set(node, [...(map.get(node) || []), other]);
    edges.forEach(edge => d3.range(edge.path.length - 1).forEach(i => {
        link(below, edge.path[i], edge.path[i + 1]);
        link(above, edge.path[i + 1], edge.path[i]);
    }));
    layers.forEach(layer => layer.forEach((node, i) => {
        node.at = i;
    }));
    for (let round = 0; round < 8; round++) {
        const map = round % 2 ? below : above;
        for (const layer of round % 2 ? [...layers].reverse() : layers) {
            const middle = new Map(
                layer.map(node => [node, d3.mean(map.get(node) || [node], other => other.at)]));
            layer.sort((a, b) => middle.get(a) - middle.get(b)).forEach((node, i) => {
                node.at = i;
            });
        }
    }
    return {layers, above, below};
}

const widthOf = node => node.point ? 18 : BLOCK.width;

function placeNodes(graph, ordered) {
    let y = 0;
    ordered.layers.forEach(layer => {
        const height = d3.max(layer, node => node.height);
        let x = 0;
        layer.forEach(node => {
            node.x = x + widthOf(node) / 2;
            node.y = y;
            node.height = node.point ? height : node.height;
            x += widthOf(node) + BLOCK.gap;
        });
        y += height + BLOCK.layer;
        layer.forEach(node => {
            node.x -= x / 2;
        });
    });
    for (let round = 0; round < 10; round++) {
        const map = round % 2 ? ordered.below : ordered.above;
        for (const layer of ordered.layers) {
            layer.forEach(node => {
                node.wish = map.has(node) ? d3.mean(map.get(node), other => other.x) : node.x;
            });
            spread(layer);
        }
    }
}

// Every node as near to its wish as its neighbours allow.
function spread(layer) {
    const apart = (a, b) => (widthOf(a) + widthOf(b)) / 2 + BLOCK.gap;
    const left = [], right = [];
    layer.forEach((node, i) => {
        left[i] = i ? Math.max(node.wish, left[i - 1] + apart(layer[i - 1], node)) : node.wish;
    });
    for (let i = layer.length - 1; i >= 0; i--)
        right[i] = i < layer.length - 1 ?
            Math.min(layer[i].wish, right[i + 1] - apart(layer[i], layer[i + 1])) :
            layer[i].wish;
    layer.forEach((node, i) => {
        node.x = (left[i] + right[i]) / 2;
    });
}

// Executions in the run and on the worst path, and cycles: of the bound, or of the run without one.
function blockCounts(data, fn) {
    const result = data.result, ran = new Map(), worst = new Map(), cycles = new Map();
    const own = rows => (rows || []).filter(row => row.function === fn.name)
                            .flatMap(row => row.instructions);
    const measured = own(result.profile && result.profile.lines);
    measured.forEach(insn => ran.set(insn.address, insn.executions || 0));
    own(result.explain).forEach(insn => worst.set(insn.address, insn.executions || 0));
    (result.explain ? own(result.explain) : measured)
        .forEach(insn => cycles.set(insn.address, insn.cycles || 0));
    return fn.blocks.map(block => {
        const inside = fn.instructions.filter(
            ([address]) => address >= block.address && address <= block.last);
        const most = counts => d3.max(inside, ([address]) => counts.get(address) || 0) || 0;
        return {
            ran: result.profile ? most(ran) : null,
            worst: result.explain ? most(worst) : null,
            cycles: d3.sum(inside, ([address]) => cycles.get(address) || 0),
            text: inside.map(([, text]) => text),
        };
    });
}

// What a block that begins a loop says about it; null: it begins none.
function loopLabel(data, fn, id) {
    const block = fn.blocks[id];
    if (!beginsLoop(fn, id))
        return null;
    const loop = (data.result.explain_loops || [])
                     .find(one => one.address === block.address && one.function === fn.name);
    return loop && loop.entries ? `loop, ${count(loop.entries)} × ${
                                      figure(loop.iterations / loop.entries)} iterations` :
                                  "loop";
}

function describeBlock(block, counts) {
    return [
        block.source ? `${shortName(block.source.file)}:${block.source.line}` : hex(block.address),
        [
            counts.ran !== null ? `ran ${count(counts.ran)}×` : "",
            counts.worst !== null ? `worst ${count(counts.worst)}×` : ""
        ].filter(Boolean)
            .join(", ")
    ];
}

function drawBlock(group, node, counts, loop, hottest, onWorst) {
    const [first, second] = describeBlock(node.block, counts);
    group
        .attr(
            "class",
            "block" + (onWorst ? " worst" : "") +
                (counts.ran === 0 && !counts.worst ? " never" : ""))
        .attr("transform", `translate(${node.x - BLOCK.width / 2},${node.y})`)
        .attr("tabindex", 0)
        .attr("role", "img")
        .attr(
            "aria-label",
            `${first}: ${second}, ${count(counts.cycles)} cycles${loop ? ", " + loop : ""}`);
    group.append("rect")
        .attr("width", BLOCK.width)
        .attr("height", node.height)
        .attr("rx", 6)
        .attr(
            "style",
            counts.cycles ?
                `fill:rgba(var(--heat),${(0.08 + 0.55 * counts.cycles / hottest).toFixed(3)})` :
                null);
    group.append("title").text([
        `${hex(node.block.address)} to ${hex(node.block.last)}`, `${count(counts.cycles)} cycles`,
        loop, ...counts.text.slice(0, 30)
    ].filter(Boolean).join("\n"));
    group.append("text").attr("x", 8).attr("y", 18).text(
        first.length > 23 ? "…" + first.slice(-22) : first);
    group.append("text").attr("x", 8).attr("y", 36).text(second);
    if (loop)
        group.append("text").attr("x", 8).attr("y", 36 + BLOCK.line).text(
            loop.length > 25 ? loop.replace(" iterations", "") : loop);
}

// Edges that go round a loop leave and enter on the left.
function backEdge(graph, [from, to]) {
    const a = graph.all[from], b = graph.all[to], half = BLOCK.width / 2;
    const x = d3.min(graph.nodes.filter(node => node.layer >= b.layer && node.layer <= a.layer),
                     node => node.x - widthOf(node) / 2) -
        (a === b ? 34 : 24 + 4 * (a.layer - b.layer));
    return {
        from: a,
        to: b,
        d: `M${a.x - half},${a.y + 30}C${x},${a.y + 30} ${x},${b.y + 16} ${b.x - half},${b.y + 16}`
    };
}

// A drawing: nodes {id, block, x, y}, x the middle and y the top, and edges {from, to, d}.
function layeredDrawing(fn) {
    const graph = layeredGraph(fn), edges = addPoints(graph),
          ordered = orderLayers(graph, edges), line = d3.line().curve(d3.curveMonotoneY);
    placeNodes(graph, ordered);
    const path = edge => line([
        [edge.from.x, edge.from.y + edge.from.height],
        ...edge.path.slice(1, -1).flatMap(
            point => [[point.x, point.y], [point.x, point.y + point.height]]),
        [edge.to.x, edge.to.y]
    ]);
    return {
        nodes: graph.nodes.filter(one => !one.point),
        edges: [
            ...edges.map(edge => ({from: edge.from, to: edge.to, d: path(edge)})),
            ...graph.back.map(pair => backEdge(graph, pair))
        ]
    };
}

// As Graphviz placed them when the page was written.
function graphvizDrawing(fn) {
    const all = fn.layout.nodes.map(
        (place, id) => place && {
            id,
            block: fn.blocks[id],
            height: heightOf(fn, id),
            x: place[0],
            y: place[1] - heightOf(fn, id) / 2
        });
    return {
        nodes: all.filter(Boolean),
        edges: fn.layout.edges.map(([from, to, points]) => ({
                                       from: all[from],
                                       to: all[to],
                                       d: `M${points[0]},${points[1]}C${points.slice(2).join(" ")}`
                                   }))
    };
}

function drawGraph(data, fn) {
    const {nodes, edges} = fn.layout ? graphvizDrawing(fn) : layeredDrawing(fn);
    const counts = blockCounts(data, fn), hottest = d3.max(counts, one => one.cycles) || 1;
    const isWorst = node => counts[node.id].worst > 0;
    const margin = 70, left = d3.min(nodes, node => node.x) - BLOCK.width / 2 - margin;
    const right = d3.max(nodes, node => node.x) + BLOCK.width / 2 + margin;
    const height = d3.max(nodes, node => node.y + node.height) + BLOCK.layer + margin;
    const svg = d3.create("svg")
                    .attr("width", right - left)
                    .attr("height", height)
                    .attr("viewBox", `${left} ${- margin / 1.6} ${right - left} ${height}`)
                    .attr("role", "group")
                    .attr("aria-label", `Control flow of ${fn.name}`);
    const tips = svg.append("defs");
    for (const kind of ["tip", "worst-tip"])
        tips.append("marker")
            .attr("id", kind)
            .attr("viewBox", "0 0 8 8")
            .attr("refX", 7)
            .attr("refY", 4)
            .attr("markerUnits", "userSpaceOnUse")
            .attr("markerWidth", 9)
            .attr("markerHeight", 9)
            .attr("orient", "auto")
            .append("path")
            .attr("class", kind)
            .attr("d", "M0,0L8,4L0,8z");
    const arrow = (isWorst, d) =>
        svg.append("path")
            .attr("marker-end", `url(#${isWorst ? "worst-tip" : "tip"})`)
            .attr("class", isWorst ? "worst" : null)
            .attr("d", d);
    for (const edge of edges)
        arrow(isWorst(edge.from) && isWorst(edge.to), edge.d);
    for (const node of nodes)
        drawBlock(svg.append("g"), node, counts[node.id], loopLabel(data, fn, node.id), hottest,
                  isWorst(node));
    return svg.node();
}

function blockList(data, fn) {
    const counts = blockCounts(data, fn);
    return longTable(
        [
            {head: "Block", cell: ([block]) => h("code", {}, hex(block.address))},
            {head: "Where", cell: ([block, one]) => describeBlock(block, one)[0]},
            {head: "Counts", cell: ([block, one]) => describeBlock(block, one)[1]},
            {head: "Cycles", cell: ([, one]) => count(one.cycles), number: true},
        ],
        fn.blocks.map((block, i) => [block, counts[i]]).sort((a, b) => b[1].cycles - a[1].cycles),
        {label: "Blocks"});
}

function flow(data) {
    const functions = data.code ? data.code.functions.filter(fn => fn.blocks.length) : [];
    if (!functions.length)
        return [];
    const cost = fn => d3.sum(blockCounts(data, fn), one => one.cycles);
    const sorted =
        functions.map(fn => [fn, cost(fn)]).sort((a, b) => b[1] - a[1]).map(pair => pair[0]);
    const box =
        h("div", {class: "graph", tabindex: 0, role: "region", "aria-label": "Control flow"});
    const show = fn => box.replaceChildren(
        fn.blocks.length > BLOCKS_DRAWN_MAX ? blockList(data, fn) : drawGraph(data, fn));
    show(sorted[0]);
    const select =
        h("select", {id: "function", onchange: event => show(sorted[event.target.selectedIndex])},
          ...sorted.map(fn => h("option", {}, fn.name)));
    const worst = Boolean(data.result.explain);
    return [
        h("h3", {}, worst ? "The worst path through the code" : "Paths through the code"),
        h("p", {class: "faint"},
          "Each box is a block of instructions: its source line, how often it ran" +
              (worst ?
                   ", and how often it runs at most on the path that the bound counts (outlined)" :
                   "") +
              ". The warmer its colour, the more cycles."),
        sorted.length > 1 ? h("div", {class: "controls"},
                              h("label",
                                {for: "function"
                                },
                                "Function"),
                              select) :
                            null,
        box
    ];
}
