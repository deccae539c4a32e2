// SPDX-License-Identifier: Apache-2.0
// parts.js - elements, numbers and small charts that all sections use. Texts are set as text, never
// as HTML.

const grouped =
    d3.formatLocale({decimal: ".", thousands: "\u202f", grouping: [3], currency: ["", ""]});
const count = grouped.format(",d");
const figure = value => value === null || value === undefined ? "–" :
    Number.isInteger(value)                                   ? count(value) :
                                                                grouped.format(",.4~r")(value);
const percent = share => (share > 0 && share < 0.0005 ? "<0.1" :
                          share < 1 && share >= 0.9995 ? ">99.9" :
                          d3.format(".1f")(100 * share)) + " %";
// "1 lane", "2.5 lanes"
const several = (value, noun) => `${figure(value)} ${noun}${value === 1 ? "" : "s"}`;
const hex = address => "0x" + address.toString(16);
const words = name => name.replace(/_/g, " ");
const color = state => `var(--${state})`;

// h("p", {class: "faint"}, "text", element, ...)
function h(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (name.startsWith("on"))
            element.addEventListener(name.slice(2), value);
        else if (value !== null && value !== undefined && value !== false)
            element.setAttribute(name, value);
    }
    element.append(...children.filter(child => child !== null && child !== undefined));
    return element;
}

// Text with `code` in it, as children of an element.
const withCode = text => text.split("`").map((part, i) => i % 2 ? h("code", {}, part) : part);

// A number of the JSON document, marked with its name there.
const number = (key, value) => h("span", {"data-key": key}, figure(value));

// Columns are {head, cell(row), number}.
function table(columns, rows, attributes = {}) {
    const side = column => column.number ? {class: "n"} : {};
    return h(
        "table", {class: attributes.class},
        attributes.caption ? h("caption", {}, attributes.caption) : null,
        h("thead", {},
          h("tr", {},
            ...columns.map(column => h("th", {...side(column), scope: "col"}, column.head)))),
        h("tbody", {},
          ...rows.map(
              row =>
                  h("tr", {}, ...columns.map(column => h("td", side(column), column.cell(row)))))));
}

// A table that begins with its first rows.
function longTable(columns, rows, attributes = {}, first = 40) {
    const box = h("div", {
        class: "scroll tall",
        tabindex: 0,
        role: "region",
        "aria-label": attributes.label || attributes.caption || "Table"
    });
    const show = some => box.replaceChildren(table(columns, some, attributes));
    show(rows.slice(0, first));
    if (rows.length <= first)
        return box;
    const more =
        h("button", {
            type: "button",
            onclick: () => {
                show(rows);
                more.remove();
            }
        },
          `Show all ${count(rows.length)} rows`);
    return h("div", {}, box, h("div", {class: "controls"}, more));
}

// A bar of parts [{name, value}] that fills its width for `whole`.
function stackedBar(parts, whole, kind = "bar") {
    const text = parts.filter(part => part.value)
                     .map(part => `${words(part.name)} ${percent(part.value / whole)}`)
                     .join(", ");
    return h(
        "div", {class: kind, role: "img", "aria-label": text, title: text},
        ...parts.filter(part => part.value)
            .map(part => h("span", {
                     style: `width:${100 * part.value / whole}%;background:${color(part.name)}`
                 })));
}

function legend(entries) {
    return h(
        "ul", {class: "legend"},
        ...entries.map(
            entry =>
                h("li", {title: entry.about || ""},
                  h("i", {style: `background:${color(entry.name)}`}), words(entry.name),
                  entry.value === undefined ? "" : " " + entry.value)));
}

// A chart is as wide as the page when it is drawn, so its text is readable on a phone too.
const chartWidth = () =>
    Math.max(340, Math.min(860, document.getElementById("main").clientWidth - 26));

// Text for so many pixels of a chart: its end says more than its beginning.
function fitted(text, pixels) {
    const most = Math.max(6, Math.floor(pixels / 6.8));
    return text.length > most ? "…" + text.slice(1 - most) : text;
}

// A file without its folders.
const shortName = file => file.split("/").pop();
const place = row => row.file ? `${shortName(row.file)}:${row.line}` :
                                hex(row.address) + (row.function ? ` in ${row.function}` : "");

// Time of so many cycles, if the machine has a clock.
function time(cycles, mhz) {
    if (!mhz || cycles === null || cycles === undefined)
        return "";
    const ns = cycles * 1000 / mhz;
    const [value, unit] = ns < 1e3 ? [ns, "ns"] :
        ns < 1e6                   ? [ns / 1e3, "µs"] :
        ns < 1e9                   ? [ns / 1e6, "ms"] :
                                     [ns / 1e9, "s"];
    return `${d3.format(".4~r")(value)} ${unit} at ${count(mhz)} MHz`;
}
