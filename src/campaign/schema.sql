-- SPDX-License-Identifier: Apache-2.0
-- Schema 1 of a campaign's results (docs/campaign.md).

-- What the numbers of cases mean: the same seed and choice give the same cases.
CREATE TABLE campaigns(
    id INTEGER PRIMARY KEY,
    seed INTEGER NOT NULL,
    isa TEXT NOT NULL,              -- '': all
    machine TEXT NOT NULL,          -- pattern; '': all
    generator INTEGER NOT NULL,     -- version of the generators
    UNIQUE(seed, isa, machine, generator)
);

-- One row each time the command was started.
CREATE TABLE nights(
    id INTEGER PRIMARY KEY,
    campaign INTEGER NOT NULL REFERENCES campaigns(id),
    started TEXT NOT NULL,          -- UTC
    seconds REAL NOT NULL DEFAULT 0, -- that it has worked
    host TEXT NOT NULL,
    version TEXT NOT NULL,          -- of warpclock
    workers INTEGER NOT NULL,
    cases INTEGER NOT NULL DEFAULT 0,
    runs INTEGER NOT NULL DEFAULT 0
);

-- A worker that runs a case holds a lock of the database file, as in a sweep.
CREATE TABLE cases(
    campaign INTEGER NOT NULL REFERENCES campaigns(id),
    number INTEGER NOT NULL,
    night INTEGER NOT NULL REFERENCES nights(id),
    worker INTEGER NOT NULL,        -- the last one that claimed it
    verdict TEXT,                   -- holds, finding, slow, crash; NULL: under way, or abandoned
    runs INTEGER,
    seconds REAL,
    PRIMARY KEY(campaign, number)
) WITHOUT ROWID;
CREATE INDEX cases_open ON cases(number) WHERE verdict IS NULL;
CREATE INDEX cases_slow ON cases(night) WHERE verdict = 'slow';

-- Ways of cases by instruction set and machine.
CREATE TABLE ways(
    night INTEGER NOT NULL REFERENCES nights(id),
    isa TEXT NOT NULL,              -- name of the encoder: vortex, rv32, ...
    machine TEXT NOT NULL,
    ways INTEGER NOT NULL,          -- that ran
    drawn INTEGER NOT NULL,         -- with parameters that were drawn
    refused INTEGER NOT NULL,       -- by the machine
    functional INTEGER NOT NULL,    -- runs of each check
    clocked INTEGER NOT NULL,
    again INTEGER NOT NULL,
    contents INTEGER NOT NULL,
    bounded INTEGER NOT NULL,       -- ways with a bound
    exact INTEGER NOT NULL,         -- ... an exact one
    findings INTEGER NOT NULL,
    PRIMARY KEY(night, isa, machine)
) WITHOUT ROWID;

-- Why there was no bound, or no run; numbers are '#'.
CREATE TABLE reasons(
    night INTEGER NOT NULL REFERENCES nights(id),
    kind TEXT NOT NULL,             -- 'no bound', 'refused'
    machine TEXT NOT NULL,
    reason TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY(night, kind, machine, reason)
) WITHOUT ROWID;

-- What does not hold, after shrinking.
CREATE TABLE findings(
    id INTEGER PRIMARY KEY,
    campaign INTEGER NOT NULL REFERENCES campaigns(id),
    number INTEGER NOT NULL,        -- of the case
    night INTEGER NOT NULL REFERENCES nights(id),
    failed TEXT NOT NULL,           -- the check: functional, clocked, again, contents, crash
    isa TEXT,
    machine TEXT,
    message TEXT NOT NULL,
    program TEXT,                   -- as statements
    job TEXT,                       -- the job file
    kernel BLOB,                    -- its binary
    steps INTEGER,                  -- simplifications tried
    folder TEXT,                    -- where the files are
    found TEXT NOT NULL
);

-- Numbers of workers are never used again: a lock with a number has one owner for ever.
CREATE TABLE workers(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    host TEXT NOT NULL,
    pid INTEGER NOT NULL,
    started TEXT NOT NULL
);

CREATE VIEW summary AS
    SELECT machine, isa, sum(ways) AS ways, sum(drawn) AS drawn,
        sum(functional + clocked + again + contents) AS runs, sum(bounded) AS bounded,
        sum(exact) AS exact, sum(refused) AS refused, sum(findings) AS findings
    FROM ways GROUP BY machine, isa;

PRAGMA application_id = 2003264365;
PRAGMA user_version = 1;
