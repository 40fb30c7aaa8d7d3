-- compatible from 1: it adds a table, and columns with defaults.

-- What requests have cost the seller, in billionths of a dollar.
ALTER TABLE usage_events ADD COLUMN cost INTEGER NOT NULL DEFAULT 0;
ALTER TABLE usage_totals ADD COLUMN cost INTEGER NOT NULL DEFAULT 0;

-- The same by time, as usage_periods counts. It has rows for what cost something alone, and is apart because a release
-- that does not know costs would lose them where it makes hours of minutes.
CREATE TABLE usage_costs (
    start_at INTEGER NOT NULL, -- unix seconds
    route    TEXT    NOT NULL,
    shard    INTEGER NOT NULL,
    cost     INTEGER NOT NULL,
    PRIMARY KEY (start_at, route, shard)
) WITHOUT ROWID;
