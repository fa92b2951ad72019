-- As for events.
ALTER TABLE "event_start" RENAME TO "event_start_0";
ALTER TABLE "event_start_0" RENAME CONSTRAINT "event_start_pkey" TO "event_start_0_pkey";
ALTER INDEX "event_start_waiting" RENAME TO "event_start_0_waiting";
CREATE TABLE "event_start" (LIKE "event_start_0" INCLUDING DEFAULTS) PARTITION BY RANGE ("event_id");
ALTER TABLE "event_start" ADD CONSTRAINT "event_start_pkey" PRIMARY KEY ("event_id", "n", "formula_instance_id");
CREATE INDEX "event_start_waiting" ON "event_start"("event_id", "n") WHERE "execution_id" IS NULL AND "reason" IS NULL;

DO $$
DECLARE
  bound text := (SELECT substring(pg_get_constraintdef("oid") FROM '[0-9]+') FROM "pg_constraint"
    WHERE "conname" = 'event_start_bound' AND "conrelid" = '"event_start_0"'::regclass);
  command text;
BEGIN
  EXECUTE format('ALTER TABLE "event_start" ATTACH PARTITION "event_start_0" FOR VALUES FROM (MINVALUE) TO (%s)', bound);
  -- Callers have the same rights and policies as before, from the same moment on.
  FOR command IN
    SELECT 'ALTER TABLE "event_start" ENABLE ROW LEVEL SECURITY' FROM "pg_class" WHERE "oid" = '"event_start_0"'::regclass AND "relrowsecurity"
    UNION ALL SELECT format('CREATE POLICY %I ON "event_start" USING (%s)', "polname", pg_get_expr("polqual", "polrelid"))
      || coalesce(format('; COMMENT ON POLICY %I ON "event_start" IS %L', "polname", obj_description("oid", 'pg_policy')), '')
      FROM "pg_policy" WHERE "polrelid" = '"event_start_0"'::regclass
    UNION ALL SELECT format('GRANT %s ON "event_start" TO %s', a."privilege_type", a."grantee"::regrole)
      FROM "pg_class" c, aclexplode(c."relacl") a WHERE c."oid" = '"event_start_0"'::regclass AND a."grantee" NOT IN (0, c."relowner")
  LOOP
    EXECUTE command;
  END LOOP;
END $$;
ALTER TABLE "event_start_0" DROP CONSTRAINT "event_start_bound";
-- For events beyond all partitions, until a worker has created the next ones.
CREATE TABLE "event_start_default" PARTITION OF "event_start" DEFAULT;
