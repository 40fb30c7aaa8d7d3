-- compatible from 1: it adds a table.

-- How long settlements on each payment network have taken, and what they have cost our own keys, by time. It is written
-- beside the payments, in batches.
CREATE TABLE usage_settlements (
    start_at INTEGER NOT NULL, -- unix seconds
    network  TEXT    NOT NULL,
    bucket   INTEGER NOT NULL, -- of the time that they have taken, as usage_periods has it
    n        INTEGER NOT NULL,
    paid     INTEGER NOT NULL, -- those of n of which it is known what they have cost
    spent    INTEGER NOT NULL, -- trillionths of the network's coin
    least    INTEGER NOT NULL, -- of one
    most     INTEGER NOT NULL,
    PRIMARY KEY (start_at, network, bucket)
) WITHOUT ROWID;
