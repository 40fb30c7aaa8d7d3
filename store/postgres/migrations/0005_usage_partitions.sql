-- Events lie in partitions of ids: pages and retention of a hundred million events cost what those of one partition do.
-- The table that there is becomes the first partition, as it lies. Requests of releases before and after go on
-- meanwhile: the locks that stop them are held for milliseconds, and the one reading of the table takes none of those.

SET LOCAL lock_timeout = '2s';
DO $$
DECLARE
    last BIGINT;
BEGIN
    -- Room for what is written until the last step: a check of a large table takes minutes.
    SELECT last_value INTO last FROM usage_event_ids;
    EXECUTE format('ALTER TABLE usage_events ADD CONSTRAINT usage_events_bound CHECK (id < %s) NOT VALID',
        ((last + last / 4) / 5000000 + 2) * 5000000);
END $$;

-- next transaction: reads the table beside its writers, so that the last step need not

SET LOCAL lock_timeout = '2s';
ALTER TABLE usage_events VALIDATE CONSTRAINT usage_events_bound;

-- next transaction: the table changes places with one that has partitions

SET LOCAL lock_timeout = '2s';

-- Waits for all transactions that announced ids of events (a reader's horizon finds them by the table's oid), and
-- keeps new ones from beginning: renaming takes the lock of the sequence that both read.
ALTER SEQUENCE usage_event_ids RENAME TO usage_event_ids_moving;
ALTER SEQUENCE usage_event_ids_moving RENAME TO usage_event_ids;

ALTER TABLE usage_events RENAME TO usage_events_first;
ALTER INDEX usage_events_pkey RENAME TO usage_events_first_pkey;
ALTER INDEX usage_events_at RENAME TO usage_events_first_at;
CREATE TABLE usage_events (LIKE usage_events_first INCLUDING DEFAULTS, PRIMARY KEY (id)) PARTITION BY RANGE (id);
ALTER SEQUENCE usage_event_ids OWNED BY usage_events.id;

DO $$
DECLARE
    bound TEXT;
BEGIN
    SELECT substring(pg_get_constraintdef(oid) FROM '\d{7,}') INTO bound
        FROM pg_constraint WHERE conrelid = 'usage_events_first'::regclass AND conname = 'usage_events_bound';
    EXECUTE format('ALTER TABLE usage_events ATTACH PARTITION usage_events_first FOR VALUES FROM (MINVALUE) TO (%s)', bound);
    ALTER TABLE usage_events_first DROP CONSTRAINT usage_events_bound;

    -- The index that all later partitions have.
    IF NOT EXISTS (SELECT FROM usage_events_first) THEN
        DROP INDEX usage_events_first_at;
        CREATE INDEX usage_events_first_at ON usage_events_first USING brin (at) WITH (autosummarize = on);
    END IF;
END $$;
