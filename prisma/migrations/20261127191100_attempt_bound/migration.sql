-- What exists becomes the first partition. It ends as many ids ahead as deliveries of the last week needed, and at least a
-- million: until the partitions exist, the database refuses attempts of deliveries beyond.
DO $$
DECLARE
  newest bigint := (SELECT greatest("last_value", (SELECT max("delivery_id") FROM "delivery_attempt")) FROM "delivery_id_seq");
  a_week_ago bigint := coalesce((SELECT min("id") FROM "delivery"), newest);
  later bigint := newest;
  middle bigint;
BEGIN
  -- Ids rise with time, which has no index of its own.
  WHILE later - a_week_ago > 1000 LOOP
    middle := (a_week_ago + later) / 2;
    IF (SELECT "created_at" FROM "delivery" WHERE "id" >= middle ORDER BY "id" LIMIT 1) < now() - interval '7 days'
      THEN a_week_ago := middle;
      ELSE later := middle;
    END IF;
  END LOOP;
  EXECUTE format('ALTER TABLE "delivery_attempt" ADD CONSTRAINT "delivery_attempt_bound" CHECK ("delivery_id" < %s) NOT VALID',
    newest + greatest(1000000, newest - a_week_ago));
END $$;
