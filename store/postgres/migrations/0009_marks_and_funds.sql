-- compatible from 1: it adds a table, and a column with a default.

-- What the transactions of this ledger's services end with, so that they are told from those of another ledger.
CREATE TABLE ledger_mark (
    one  INTEGER PRIMARY KEY CHECK (one = 1),
    mark BYTEA   NOT NULL
);

-- 1: a service of this ledger has put money into the channel, or was told to take it on with what it held.
ALTER TABLE channels ADD COLUMN funded INTEGER NOT NULL DEFAULT 1;
