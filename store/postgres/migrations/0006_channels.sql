-- Payment channels (scheme batch-settlement). Amounts are atomic units of the token, as decimal text: they have up to
-- 128 bits. Times are unix nanoseconds, 0 is none.
CREATE TABLE channels (
    network         TEXT    NOT NULL,
    id              TEXT    NOT NULL,
    payer           TEXT    NOT NULL, -- 0x hex, lower case
    config          BYTEA   NOT NULL, -- JSON
    decimals        INTEGER NOT NULL, -- of the token
    charged         TEXT    NOT NULL, -- what its calls have cost, in all
    signature       BYTEA,            -- of the voucher for just that
    balance         TEXT    NOT NULL, -- this and what follows is the chain's, as of block_number
    claimed         TEXT    NOT NULL,
    refund_nonce    TEXT    NOT NULL,
    withdrawal_at   BIGINT  NOT NULL,
    withdrawing     TEXT    NOT NULL,
    block_number    BIGINT  NOT NULL,
    synced_at       BIGINT  NOT NULL,
    unclaimed       BIGINT  NOT NULL, -- millionths of a dollar, rounded up
    unclaimed_since BIGINT  NOT NULL,
    free            BIGINT  NOT NULL, -- millionths of a dollar of the balance that nobody has earned
    check_at        BIGINT  NOT NULL, -- when it is looked at next; 0 is never
    watch_until     BIGINT  NOT NULL,
    held_nonce      TEXT    NOT NULL DEFAULT '', -- of the payment that has it
    held_owner      TEXT    NOT NULL DEFAULT '',
    held_process    TEXT    NOT NULL DEFAULT '',
    held_until      BIGINT  NOT NULL DEFAULT 0,
    refund_open     BIGINT  NOT NULL DEFAULT 0, -- 1 while it is not known whether the refund was made
    refund_amount   TEXT    NOT NULL DEFAULT '0',
    refund_used     TEXT    NOT NULL DEFAULT '0', -- the nonce of that refund
    refund_hash     TEXT    NOT NULL DEFAULT '',  -- the transaction that made it
    opened_at       BIGINT  NOT NULL,
    PRIMARY KEY (network, id)
);
CREATE INDEX channels_check ON channels (check_at) WHERE check_at > 0;
CREATE INDEX channels_unclaimed ON channels (unclaimed) WHERE unclaimed > 0;
