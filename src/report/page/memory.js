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

function memory(data) {
    const result = data.result;
    const about = new Map(data.statistics.map(row => [row.name, row]));
    const rows = Object.entries(result.memory || {})
                     .filter(([name, value]) => value !== null && about.has("memory." + name))
                     .map(([name, value]) => ({name, value, row: about.get("memory." + name)}));
    if (!rows.some(row => row.value) && !cacheRows(result).length)
        return null;
    const dram = (result.memory.dram_reads || 0) + (result.memory.dram_writes || 0);
    return [
        h("div", {class: "scroll", tabindex: 0, role: "region", "aria-label": "Memory"},
          table(
              [
                  {head: "What", cell: row => words(row.name)},
                  {
                      head: "Number",
                      cell: row => number("memory." + row.name, row.value),
                      number: true
                  },
                  {head: "Meaning", cell: row => row.row ? row.row.about : ""},
              ],
              rows)),
        dram && result.memory.dram_row_hits !== null ?
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
