-- The tables become the first partitions of those with the same names and columns. No row is read: the constraints are
-- checked. Processes of the version before continue.
ALTER TABLE "event" RENAME TO "event_0";
ALTER TABLE "event_0" RENAME CONSTRAINT "event_pkey" TO "event_0_pkey";
ALTER INDEX "event_element_instance_id_created_at_id_idx" RENAME TO "event_0_element_instance_id_created_at_id_idx";
ALTER INDEX "event_organization_id_created_at_id_idx" RENAME TO "event_0_organization_id_created_at_id_idx";
ALTER INDEX "event_unread" RENAME TO "event_0_unread";
ALTER INDEX "event_first_object_idx" RENAME TO "event_0_first_object_idx";
ALTER INDEX "event_of_several_objects_idx" RENAME TO "event_0_of_several_objects_idx";
ALTER INDEX "event_failed_idx" RENAME TO "event_0_failed_idx";
ALTER INDEX "event_polled_idx" RENAME TO "event_0_polled_idx";
CREATE TABLE "event" (LIKE "event_0" INCLUDING DEFAULTS) PARTITION BY RANGE ("id");
ALTER TABLE "event" ADD CONSTRAINT "event_pkey" PRIMARY KEY ("id");
CREATE INDEX "event_element_instance_id_created_at_id_idx" ON "event"("element_instance_id", "created_at", "id");
CREATE INDEX "event_organization_id_created_at_id_idx" ON "event"("organization_id", "created_at", "id");
CREATE INDEX "event_unread" ON "event"("read_until") WHERE "status" = 'NEW';
CREATE INDEX "event_first_object_idx" ON "event"("organization_id", (left("object_ids"[1], 255)), "created_at", "id") WHERE "object_ids"[1] IS NOT NULL;
CREATE INDEX "event_of_several_objects_idx" ON "event"("organization_id", "created_at", "id") WHERE "object_ids"[2] IS NOT NULL;
CREATE INDEX "event_failed_idx" ON "event"("organization_id", "created_at", "id") WHERE "error" IS NOT NULL;
CREATE INDEX "event_polled_idx" ON "event"("organization_id", "created_at", "id") WHERE "source" = 'polling';

ALTER TABLE "event_start" RENAME TO "event_start_0";
ALTER TABLE "event_start_0" RENAME CONSTRAINT "event_start_pkey" TO "event_start_0_pkey";
ALTER INDEX "event_start_waiting" RENAME TO "event_start_0_waiting";
CREATE TABLE "event_start" (LIKE "event_start_0" INCLUDING DEFAULTS) PARTITION BY RANGE ("event_id");
ALTER TABLE "event_start" ADD CONSTRAINT "event_start_pkey" PRIMARY KEY ("event_id", "n", "formula_instance_id");
CREATE INDEX "event_start_waiting" ON "event_start"("event_id", "n") WHERE "execution_id" IS NULL AND "reason" IS NULL;

DO $$
DECLARE
  part text;
  bound text;
  command text;
BEGIN
  FOREACH part IN ARRAY ARRAY['event', 'event_start'] LOOP
    bound := (SELECT substring(pg_get_constraintdef("oid") FROM '[0-9]+') FROM "pg_constraint"
      WHERE "conname" = part || '_bound' AND "conrelid" = format('%I', part || '_0')::regclass);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%s)', part, part || '_0', bound);
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', part || '_0', part || '_bound');
    -- For events beyond all partitions, until a worker has created the next ones.
    EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', part || '_default', part);
    -- Callers have the same rights and policies as before, from the same moment on.
    FOR command IN
      SELECT format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', part) FROM "pg_class" WHERE "oid" = format('%I', part || '_0')::regclass AND "relrowsecurity"
      UNION ALL SELECT format('CREATE POLICY %I ON %I USING (%s)', "polname", part, pg_get_expr("polqual", "polrelid"))
        || coalesce(format('; COMMENT ON POLICY %I ON %I IS %L', "polname", part, obj_description("oid", 'pg_policy')), '')
        FROM "pg_policy" WHERE "polrelid" = format('%I', part || '_0')::regclass
      UNION ALL SELECT format('GRANT %s ON %I TO %s', a."privilege_type", part, a."grantee"::regrole)
        FROM "pg_class" c, aclexplode(c."relacl") a WHERE c."oid" = format('%I', part || '_0')::regclass AND a."grantee" NOT IN (0, c."relowner")
    LOOP
      EXECUTE command;
    END LOOP;
  END LOOP;
END $$;
