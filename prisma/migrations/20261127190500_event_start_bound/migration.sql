-- As for events. Statements of all processes lock events and starts in either order: each table has a transaction of its
-- own, so that none of them meets a deadlock.
DO $$
BEGIN
  EXECUTE format('ALTER TABLE "event_start" ADD CONSTRAINT "event_start_bound" CHECK ("event_id" < %s) NOT VALID',
    (SELECT substring(pg_get_constraintdef("oid") FROM '[0-9]+') FROM "pg_constraint"
      WHERE "conname" = 'event_bound' AND "conrelid" = '"event"'::regclass));
END $$;
