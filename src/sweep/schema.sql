-- SPDX-License-Identifier: Apache-2.0
-- Schema 1 of a sweep's results (docs/sweep.md).

-- The jobs as they ran: with the settings of their points, without `save`.
CREATE TABLE jobs(
    hash TEXT PRIMARY KEY,
    text TEXT NOT NULL
) WITHOUT ROWID;

-- One row per point. A worker that runs it holds a lock of the database file (claims.h).
CREATE TABLE runs(
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,       -- hash of everything that determines the result
    state TEXT NOT NULL DEFAULT 'waiting' CHECK(state IN ('waiting', 'running', 'done')),
    job TEXT NOT NULL,              -- as SWEEP.yaml lists it
    job_hash TEXT NOT NULL REFERENCES jobs(hash),
    machine TEXT NOT NULL,
    machine_hash TEXT,              -- of all parameters; NULL: the settings were refused
    mode TEXT NOT NULL,             -- run, functional, bound, check
    settings TEXT NOT NULL,         -- "fetch=lrr issue=gtlo"
    worker INTEGER,                 -- the last one that claimed it
    attempts INTEGER NOT NULL DEFAULT 0,
    -- of runs that are done:
    status TEXT,                    -- ok, mismatch, bad input, fault, limit, timeout, memory, crash,
                                    -- internal
    exit INTEGER,                   -- as the exit status of `warpclock run`
    message TEXT,                   -- why it is not ok
    kernel TEXT,
    cycles INTEGER,
    bound INTEGER,
    tightness REAL,
    nanoseconds REAL,
    deadline INTEGER,               -- cycles
    deadline_met INTEGER,           -- 0 or 1
    host_seconds REAL,
    finished TEXT,                  -- UTC
    version TEXT                    -- of warpclock
);
CREATE INDEX runs_by_state ON runs(state);

-- The values of a point, also `seed` and those of the job (`job.grid`).
CREATE TABLE parameters(
    run INTEGER NOT NULL REFERENCES runs(id),
    name TEXT NOT NULL,
    value,
    PRIMARY KEY(run, name)
) WITHOUT ROWID;

-- The statistics of a run, by their names in JSON: 'stalls.fetch'.
CREATE TABLE counters(
    run INTEGER NOT NULL REFERENCES runs(id),
    name TEXT NOT NULL,
    value REAL NOT NULL,
    PRIMARY KEY(run, name)
) WITHOUT ROWID;

-- Numbers of workers are never used again: a lock with a number has one owner for ever.
CREATE TABLE workers(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    host TEXT NOT NULL,
    pid INTEGER NOT NULL,
    started TEXT NOT NULL
);

CREATE VIEW results AS
    SELECT id, job, machine, mode, settings, status, cycles, bound, tightness, nanoseconds,
        deadline, deadline_met, host_seconds, message
    FROM runs WHERE state = 'done';
CREATE VIEW failures AS
    SELECT id, job, machine, settings, status, exit, message
    FROM runs WHERE state = 'done' AND status <> 'ok';
CREATE VIEW progress AS
    SELECT job, sum(state = 'done') AS done, sum(state = 'running') AS running,
        sum(state = 'waiting') AS waiting, sum(state = 'done' AND status <> 'ok') AS failed
    FROM runs GROUP BY job;
CREATE VIEW best AS
    SELECT job, machine, settings, min(cycles) AS cycles
    FROM runs WHERE status = 'ok' AND cycles IS NOT NULL GROUP BY job;
CREATE VIEW missed_deadlines AS
    SELECT id, job, machine, settings, cycles, bound, deadline
    FROM runs WHERE deadline_met = 0;
-- Points that no other point of the same job beats in both cycles and bound.
CREATE VIEW pareto AS
    SELECT a.id, a.job, a.machine, a.settings, a.cycles, a.bound
    FROM runs a WHERE a.status = 'ok' AND a.cycles IS NOT NULL AND a.bound IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM runs b WHERE b.job = a.job AND b.status = 'ok'
            AND b.cycles <= a.cycles AND b.bound <= a.bound
            AND (b.cycles < a.cycles OR b.bound < a.bound));

PRAGMA application_id = 2003266667;
PRAGMA user_version = 1;
