// SPDX-License-Identifier: Apache-2.0
// stalls.js - where the time went: reasons over all, by source line and instruction, by warp.

const aboutStall = (data, name) => (data.statistics.find(row => row.name === "stalls." + name) || {
                                       about: "an instruction issued"
                                   }).about;

function reasons(data, profile) {
    const states = ["issue", ...Object.keys(profile.stalls)];
    const parts = states.map(name => ({
                                 name,
                                 about: aboutStall(data, name),
                                 value: name === "issue" ? profile.issues : profile.stalls[name]
                             }));
    const used = parts.filter(part => part.value).sort((a, b) => b.value - a.value);
    const warp = data.timeline ? data.timeline.issuer : data.result.topology.warp;
    return [
        h("p", {},
          `All ${warp}s together were alive for ${count(profile.cycles)} cycles. ` +
              `In each of them a ${warp} issued an instruction or waited for one reason.`),
        stackedBar(used, profile.cycles),
        h("div", {class: "scroll", tabindex: 0, role: "region", "aria-label": "Reasons"},
          table(
              [
                  {
                      head: "",
                      cell: part => h("i", {class: "key", style: `background:${color(part.name)}`})
                  },
                  {head: "Reason", cell: part => words(part.name)},
                  {
                      head: "Cycles",
                      cell: part =>
                          h("span", {
                              "data-key": part.name === "issue" ? "profile.issues" :
                                                                  "profile.stalls." + part.name
                          },
                            count(part.value)),
                      number: true
                  },
                  {head: "Share", cell: part => percent(part.value / profile.cycles), number: true},
                  {head: "Meaning", cell: part => part.about},
              ],
              used)),
    ];
}

// Without line information every instruction is a place of its own.
function hasLines(profile) {
    return profile.lines.some(line => line.file);
}

function hotLines(profile) {
    const lines = profile.lines.slice(0, 12);
    const most = line =>
        Object.entries(line.stalls).concat([["issue", line.issues]]).sort((a, b) => b[1] - a[1])[0];
    return table(
        [
            {head: hasLines(profile) ? "Line" : "Place", cell: line => h("code", {}, place(line))},
            {head: "Cycles", cell: line => count(line.cycles), number: true},
            {head: "Share", cell: line => percent(line.cycles / profile.cycles), number: true},
            {
                head: "Mostly",
                cell: line =>
                    `${words(most(line)[0])} ${percent(most(line)[1] / (line.cycles || 1))}`
            },
            {head: "Code", cell: line => h("code", {}, line.text || line.instructions[0].text)},
        ],
        lines);
}

function byWarp(data) {
    const timeline = data.timeline;
    if (!timeline || !timeline.rows.length)
        return [];
    const sum = row => d3.sum(row.totals);
    const whole = d3.max(timeline.rows, sum);
    const draw = rows => rows.flatMap(
        row =>
            [h("span", {}, row.name),
             stackedBar(
                 timeline.states.map((name, i) => ({name, value: row.totals[i]})), whole,
                 "bar thin"),
             h("span", {class: "n"}, count(sum(row)))]);
    const first = 32, box = h("div", {class: "warps"}, ...draw(timeline.rows.slice(0, first)));
    const more =
        h("button", {
            type: "button",
            onclick: () => {
                box.replaceChildren(...draw(timeline.rows));
                more.remove();
            }
        },
          `Show all ${count(timeline.rows.length)}`);
    return [
        h("h3", {}, `By ${timeline.issuer}`),
        h("p", {class: "faint"}, "Cycles that each slot was in use, by what happened in them."),
        legend(timeline.states.map(name => ({name, about: aboutStall(data, name)}))), box,
        timeline.rows.length > first ? h("div", {class: "controls"}, more) : null
    ];
}

function stalls(data) {
    const profile = data.result.profile;
    if (!profile || !profile.cycles)
        return null;
    const states = ["issue", ...Object.keys(profile.stalls)];
    return [
        ...reasons(data, profile),
        h("h3", {}, hasLines(profile) ? "By source line" : "By instruction"),
        h("div",
          {class: "scroll", tabindex: 0, role: "region", "aria-label": "Places with most cycles"},
          hotLines(profile)),
        data.code && data.code.functions.length ?
            codePanes(data.code, profileWeights(profile, states)) :
            null,
        ...byWarp(data),
    ];
}
