-- Times are unix nanoseconds: datetime(reserved_at / 1000000000, 'unixepoch') reads them.

CREATE TABLE payments (
    network          TEXT    NOT NULL,
    payer            TEXT    NOT NULL,
    nonce            TEXT    NOT NULL,
    state            TEXT    NOT NULL CHECK (state IN ('reserved', 'settling', 'settled')),
    request_hash     TEXT    NOT NULL,
    purchase_id      BLOB,             -- the buyer's own bytes; NULL when none was given
    purchase_hash    BLOB,             -- SHA-256 of purchase_id
    owner            TEXT    NOT NULL,
    route            TEXT    NOT NULL,
    price_usd        TEXT    NOT NULL,
    version          INTEGER NOT NULL,
    payment          BLOB    NOT NULL, -- JSON
    requirement      BLOB    NOT NULL, -- JSON
    reserved_at      INTEGER NOT NULL,
    lease_until      INTEGER NOT NULL,
    keep_until       INTEGER NOT NULL,
    delivered_at     INTEGER NOT NULL DEFAULT 0,
    settled_at       INTEGER NOT NULL DEFAULT 0,
    claimed_until    INTEGER NOT NULL DEFAULT 0, -- a reconciler works on it until then
    transaction_hash TEXT    NOT NULL DEFAULT '',
    answer_status    INTEGER NOT NULL DEFAULT 0,
    answer_type      TEXT    NOT NULL DEFAULT '',
    answer_encoding  TEXT    NOT NULL DEFAULT '', -- '' or 'zstd'
    answer_body      BLOB,
    PRIMARY KEY (network, payer, nonce)
);
CREATE UNIQUE INDEX payments_purchase ON payments (payer, purchase_hash) WHERE purchase_hash IS NOT NULL;
CREATE INDEX payments_settling ON payments (claimed_until, delivered_at) WHERE state = 'settling';
CREATE INDEX payments_keep ON payments (keep_until);

-- AUTOINCREMENT: an id is not used again when the last rows were pruned, or a reader would miss it.
CREATE TABLE usage_events (
    id               INTEGER PRIMARY KEY AUTOINCREMENT,
    at               INTEGER NOT NULL,
    route            TEXT    NOT NULL,
    status           INTEGER NOT NULL,
    outcome          TEXT    NOT NULL,
    price_usd        TEXT    NOT NULL,
    network          TEXT    NOT NULL,
    payer            TEXT    NOT NULL,
    transaction_hash TEXT    NOT NULL,
    version          INTEGER NOT NULL,
    latency          INTEGER NOT NULL, -- nanoseconds
    upstream         INTEGER NOT NULL, -- nanoseconds
    reason           TEXT    NOT NULL
);
CREATE INDEX usage_events_at ON usage_events (at);

CREATE TABLE usage_totals (
    route     TEXT    NOT NULL,
    price_usd TEXT    NOT NULL,
    shard     INTEGER NOT NULL,
    calls     INTEGER NOT NULL,
    quotes    INTEGER NOT NULL,
    paid      INTEGER NOT NULL,
    replayed  INTEGER NOT NULL,
    rejected  INTEGER NOT NULL,
    errors    INTEGER NOT NULL,
    PRIMARY KEY (route, price_usd, shard)
) WITHOUT ROWID;

CREATE TABLE usage_latency (
    route  TEXT    NOT NULL,
    shard  INTEGER NOT NULL,
    bucket INTEGER NOT NULL,
    n      INTEGER NOT NULL,
    PRIMARY KEY (route, shard, bucket)
) WITHOUT ROWID;

CREATE TABLE usage_rejected (
    reason TEXT    NOT NULL,
    shard  INTEGER NOT NULL,
    n      INTEGER NOT NULL,
    PRIMARY KEY (reason, shard)
) WITHOUT ROWID;

CREATE TABLE usage_slow (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    at      INTEGER NOT NULL,
    route   TEXT    NOT NULL,
    status  INTEGER NOT NULL,
    latency INTEGER NOT NULL,          -- nanoseconds
    reason  TEXT    NOT NULL,
    detail  TEXT    NOT NULL
);
CREATE INDEX usage_slow_at ON usage_slow (at, id);
CREATE INDEX usage_slow_reason ON usage_slow (reason, at, id);
