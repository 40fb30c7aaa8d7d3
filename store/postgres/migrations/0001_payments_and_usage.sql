-- Times are unix nanoseconds: to_timestamp(reserved_at / 1e9) reads them.

CREATE TABLE payments (
    network          TEXT     NOT NULL,
    payer            TEXT     NOT NULL,
    nonce            TEXT     NOT NULL,
    state            TEXT     NOT NULL CHECK (state IN ('reserved', 'settling', 'settled')),
    request_hash     TEXT     NOT NULL,
    purchase_id      BYTEA,             -- the buyer's own bytes; NULL when none was given
    purchase_hash    BYTEA,             -- SHA-256 of purchase_id, which may be longer than an index takes
    owner            TEXT     NOT NULL,
    route            TEXT     NOT NULL,
    price_usd        TEXT     NOT NULL,
    version          INTEGER  NOT NULL,
    payment          BYTEA    NOT NULL, -- JSON
    requirement      BYTEA    NOT NULL, -- JSON
    reserved_at      BIGINT   NOT NULL,
    lease_until      BIGINT   NOT NULL,
    keep_until       BIGINT   NOT NULL,
    delivered_at     BIGINT   NOT NULL DEFAULT 0,
    settled_at       BIGINT   NOT NULL DEFAULT 0,
    claimed_until    BIGINT   NOT NULL DEFAULT 0, -- a reconciler works on it until then
    transaction_hash TEXT     NOT NULL DEFAULT '',
    answer_status    INTEGER  NOT NULL DEFAULT 0,
    answer_type      TEXT     NOT NULL DEFAULT '',
    answer_encoding  TEXT     NOT NULL DEFAULT '', -- '' or 'zstd'
    answer_body      BYTEA,
    PRIMARY KEY (network, payer, nonce)
);
-- Large answers come compressed; compressing them again is time lost.
ALTER TABLE payments ALTER COLUMN answer_body SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX payments_purchase ON payments (payer, purchase_hash) WHERE purchase_hash IS NOT NULL;
CREATE INDEX payments_settling ON payments (claimed_until, delivered_at) WHERE state = 'settling';
CREATE INDEX payments_keep ON payments (keep_until);

-- The cursor of readers rests on this sequence having no cache: ids are drawn in order.
CREATE SEQUENCE usage_event_ids AS BIGINT CACHE 1;

CREATE TABLE usage_events (
    id               BIGINT  PRIMARY KEY DEFAULT nextval('usage_event_ids'),
    at               BIGINT  NOT NULL,
    route            TEXT    NOT NULL,
    status           INTEGER NOT NULL,
    outcome          TEXT    NOT NULL,
    price_usd        TEXT    NOT NULL,
    network          TEXT    NOT NULL,
    payer            TEXT    NOT NULL,
    transaction_hash TEXT    NOT NULL,
    version          INTEGER NOT NULL,
    latency          BIGINT  NOT NULL,  -- nanoseconds
    upstream         BIGINT  NOT NULL,  -- nanoseconds
    reason           TEXT    NOT NULL
);
ALTER SEQUENCE usage_event_ids OWNED BY usage_events.id;
CREATE INDEX usage_events_at ON usage_events (at);

-- Totals: a route has a row per price and shard. Writers pick a shard each so as not to queue on one row;
-- room in the pages keeps their updates off the indexes.
CREATE TABLE usage_totals (
    route     TEXT    NOT NULL,
    price_usd TEXT    NOT NULL,
    shard     INTEGER NOT NULL,
    calls     BIGINT  NOT NULL,
    quotes    BIGINT  NOT NULL,
    paid      BIGINT  NOT NULL,
    replayed  BIGINT  NOT NULL,
    rejected  BIGINT  NOT NULL,
    errors    BIGINT  NOT NULL,
    PRIMARY KEY (route, price_usd, shard)
) WITH (fillfactor = 50);

CREATE TABLE usage_latency (
    route  TEXT    NOT NULL,
    shard  INTEGER NOT NULL,
    bucket INTEGER NOT NULL,
    n      BIGINT  NOT NULL,
    PRIMARY KEY (route, shard, bucket)
) WITH (fillfactor = 50);

CREATE TABLE usage_rejected (
    reason TEXT    NOT NULL,
    shard  INTEGER NOT NULL,
    n      BIGINT  NOT NULL,
    PRIMARY KEY (reason, shard)
) WITH (fillfactor = 50);

CREATE TABLE usage_slow (
    id      BIGINT  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at      BIGINT  NOT NULL,
    route   TEXT    NOT NULL,
    status  INTEGER NOT NULL,
    latency BIGINT  NOT NULL,           -- nanoseconds
    reason  TEXT    NOT NULL,
    detail  TEXT    NOT NULL
);
CREATE INDEX usage_slow_at ON usage_slow (at, id);
CREATE INDEX usage_slow_reason ON usage_slow (reason, at, id);
