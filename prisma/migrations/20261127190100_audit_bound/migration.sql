-- What exists becomes the first partition, which ends in a week: until the partitions exist, the database refuses entries
-- from then on.
DO $$
BEGIN
  EXECUTE format('ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_bound" CHECK ("created_at" < %L) NOT VALID',
    date_trunc('hour', now() + interval '7 days'));
END $$;
