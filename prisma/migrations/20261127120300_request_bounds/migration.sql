-- What exists becomes the first partitions, which end in a week: until the partitions exist, the database refuses requests
-- from then on.
DO $$
DECLARE
  bound timestamptz := date_trunc('hour', now() + interval '7 days');
BEGIN
  EXECUTE format('ALTER TABLE "usage" ADD CONSTRAINT "usage_bound" CHECK ("created_at" < %L) NOT VALID', bound);
  EXECUTE format('ALTER TABLE "provider_exchange" ADD CONSTRAINT "provider_exchange_bound" CHECK ("created_at" < %L) NOT VALID', bound);
  EXECUTE format('ALTER TABLE "api_tally" ADD CONSTRAINT "api_tally_bound" CHECK ("minute" < %L) NOT VALID', bound);
END $$;
