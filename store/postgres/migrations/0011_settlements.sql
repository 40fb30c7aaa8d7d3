-- compatible from 1: it adds a table.

-- How long settlements on each payment network have taken, and what they have cost our own keys, by time. It is written
-- beside the payments, in batches.
CREATE TABLE IF NOT EXISTS usage_settlements (
    start_at BIGINT  NOT NULL, -- unix seconds
    network  TEXT    NOT NULL,
    bucket   INTEGER NOT NULL, -- of the time that they have taken, as usage_periods has it
    n        BIGINT  NOT NULL,
    paid     BIGINT  NOT NULL, -- those of n of which it is known what they have cost
    spent    BIGINT  NOT NULL, -- trillionths of the network's coin
    least    BIGINT  NOT NULL, -- of one
    most     BIGINT  NOT NULL,
    PRIMARY KEY (start_at, network, bucket)
);
