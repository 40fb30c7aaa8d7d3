-- Counts of requests by time: a minute each at first, an hour each after some hours and a day each after some days. A row
-- counts the events that agree in all columns before n; shards are as in usage_totals.
--
-- Rows with a payer count its paid calls once more, for who paid; their route is ''. All others have no payer.
CREATE TABLE usage_periods (
    start_at  BIGINT  NOT NULL, -- unix seconds
    route     TEXT    NOT NULL,
    price_usd TEXT    NOT NULL,
    outcome   TEXT    NOT NULL,
    reason    TEXT    NOT NULL, -- of refusals and errors, else ''
    payer     TEXT    NOT NULL,
    bucket    INTEGER NOT NULL, -- of the latency, as in usage_latency; -1 when it is not timed
    shard     INTEGER NOT NULL,
    n         BIGINT  NOT NULL,
    PRIMARY KEY (start_at, route, price_usd, outcome, reason, payer, bucket, shard)
) WITH (fillfactor = 70);
