-- Events lie in partitions of ids: pages and retention of a hundred million events cost what those of one partition do.
-- The table that there is becomes the first partition, as it lies. Requests go on meanwhile: the locks that stop them are
-- held for milliseconds, and the one reading of the table takes none of those. Each step can be run again.

SET LOCAL lock_timeout = '2s';
DO $$
DECLARE
    last  BIGINT;
    bound BIGINT;
BEGIN
    IF (SELECT relkind FROM pg_class WHERE oid = 'usage_events'::regclass) = 'p' OR EXISTS (
        SELECT FROM pg_constraint WHERE conrelid = 'usage_events'::regclass AND conname = 'usage_events_bound')
    THEN
        RETURN;
    END IF;
    -- Room for what is written until the last step: a check of a large table takes minutes.
    SELECT last_value INTO last FROM usage_event_ids;
    bound := ((last + last / 4) / 5000000 + 2) * 5000000;
    EXECUTE format('ALTER TABLE usage_events ADD CONSTRAINT usage_events_bound CHECK (id < %s) NOT VALID', bound);
END $$;

-- next transaction: reads the table beside its writers, so that the last step need not

SET LOCAL lock_timeout = '2s';
DO $$
BEGIN
    IF (SELECT relkind FROM pg_class WHERE oid = 'usage_events'::regclass) = 'r' THEN
        ALTER TABLE usage_events VALIDATE CONSTRAINT usage_events_bound;
    END IF;
END $$;

-- next transaction

SET LOCAL lock_timeout = '2s';
DO $$
DECLARE
    bound TEXT;
BEGIN
    IF (SELECT relkind FROM pg_class WHERE oid = 'usage_events'::regclass) = 'p' THEN
        RETURN;
    END IF;
    SELECT substring(pg_get_constraintdef(oid) FROM '\d{7,}') INTO bound
        FROM pg_constraint WHERE conrelid = 'usage_events'::regclass AND conname = 'usage_events_bound';

    -- Waits for all transactions that announced ids of events (a reader's horizon finds them by the table's oid), and
    -- keeps new ones from beginning: renaming takes the lock of the sequence that both read.
    ALTER SEQUENCE usage_event_ids RENAME TO usage_event_ids_moving;
    ALTER SEQUENCE usage_event_ids_moving RENAME TO usage_event_ids;

    ALTER TABLE usage_events RENAME TO usage_events_first;
    ALTER INDEX usage_events_pkey RENAME TO usage_events_first_pkey;
    ALTER INDEX usage_events_at RENAME TO usage_events_first_at;
    CREATE TABLE usage_events (LIKE usage_events_first INCLUDING DEFAULTS, PRIMARY KEY (id)) PARTITION BY RANGE (id);
    ALTER SEQUENCE usage_event_ids OWNED BY usage_events.id;
    EXECUTE format('ALTER TABLE usage_events ATTACH PARTITION usage_events_first FOR VALUES FROM (MINVALUE) TO (%s)', bound);
    ALTER TABLE usage_events_first DROP CONSTRAINT usage_events_bound;
END $$;
