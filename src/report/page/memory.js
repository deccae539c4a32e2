// SPDX-License-Identifier: Apache-2.0
// memory.js - transactions, conflicts and hit rates.

function cacheRows(result) {
    return Object.entries(result.caches || {})
        .filter(([, cache]) => cache.hits !== null && cache.hits !== undefined)
        .map(
            ([name, cache]) =>
                ({name, hits: cache.hits, misses: cache.misses, all: cache.hits + cache.misses}))
        .filter(cache => cache.all);
}

function caches(result) {
    const rows = cacheRows(result);
    return rows.length ?
        [
            h("h3", {}, "Caches"),
            h("div", {class: "scroll", tabindex: 0, role: "region", "aria-label": "Caches"},
              table(
                  [
                      {head: "Cache", cell: cache => cache.name},
                      {
                          head: "Hits",
                          cell: cache => h(
                              "span", {"data-key": `caches.${cache.name}.hits`}, count(cache.hits)),
                          number: true
                      },
                      {
                          head: "Misses",
                          cell: cache =>
                              h("span", {"data-key": `caches.${cache.name}.misses`},
                                count(cache.misses)),
                          number: true
                      },
                      {
                          head: "Hit rate",
                          cell: cache => percent(cache.hits / cache.all),
                          number: true
                      },
                      {
                          head: "",
                          cell:
                              cache =>
                                  stackedBar(
                                      [
                                          {name: "issue", value: cache.hits},
                                          {name: "memory", value: cache.misses}
                                      ],
                                      cache.all, "bar thin")
                      },
                  ],
                  rows))
        ] :
        [];
}

// Of a machine's own statistics those about memory: requests, words, times.
const OWN_MEMORY = /^sim_d\.(dram_words|((dram|scratchpad)_phase.*)|.*_utilisation)$/;

// Those of local memory say nothing where nobody used it.
function memoryRows(data) {
    const known = name => (lookup(data.result, name) ?? null) !== null;
    const unused = lookup(data.result, "memory.shared_transactions") === 0;
    return data.statistics
        .filter(row => row.name.startsWith("memory.") || OWN_MEMORY.test(row.name))
        .filter(row => known(row.name) && !(unused && row.name.startsWith("memory.shared_")))
        .map(row => ({...row, value: lookup(data.result, row.name)}));
}

function memory(data) {
    const result = data.result, rows = memoryRows(data);
    const about = new Map(data.statistics.map(row => [row.name, row]));
    if (!rows.some(row => row.value) && !cacheRows(result).length)
        return null;
    const dram = (result.memory.dram_reads || 0) + (result.memory.dram_writes || 0);
    return [
        h("div", {class: "scroll", tabindex: 0, role: "region", "aria-label": "Memory"},
          table(
              [
                  {head: "What", cell: row => words(row.name.split(".").pop())},
                  {head: "Number", cell: row => number(row.name, row.value), number: true},
                  {head: "Unit", cell: row => row.unit},
                  {head: "Meaning", cell: row => row.about},
              ],
              rows)),
        dram && about.has("memory.dram_row_hits") && result.memory.dram_row_hits !== null ?
            h("p", {},
              `${percent(result.memory.dram_row_hits / dram)} of ` +
                  `${count(dram)} DRAM accesses found their row open.`) :
            null,
        result.load_latency ?
            h("p", {}, "A load takes ", number("load_latency", result.load_latency),
              " cycles on average.") :
            null,
        ...caches(result),
    ];
}
