-- The table becomes the first partition of one with the same name and columns. No row is read: the constraint is checked.
-- Processes of the version before continue.
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

DO $$
DECLARE
  bound text := (SELECT substring(pg_get_constraintdef("oid") FROM '[0-9]+') FROM "pg_constraint"
    WHERE "conname" = 'event_bound' AND "conrelid" = '"event_0"'::regclass);
  command text;
BEGIN
  EXECUTE format('ALTER TABLE "event" ATTACH PARTITION "event_0" FOR VALUES FROM (MINVALUE) TO (%s)', bound);
  -- Callers have the same rights and policies as before, from the same moment on.
  FOR command IN
    SELECT 'ALTER TABLE "event" ENABLE ROW LEVEL SECURITY' FROM "pg_class" WHERE "oid" = '"event_0"'::regclass AND "relrowsecurity"
    UNION ALL SELECT format('CREATE POLICY %I ON "event" USING (%s)', "polname", pg_get_expr("polqual", "polrelid"))
      || coalesce(format('; COMMENT ON POLICY %I ON "event" IS %L', "polname", obj_description("oid", 'pg_policy')), '')
      FROM "pg_policy" WHERE "polrelid" = '"event_0"'::regclass
    UNION ALL SELECT format('GRANT %s ON "event" TO %s', a."privilege_type", a."grantee"::regrole)
      FROM "pg_class" c, aclexplode(c."relacl") a WHERE c."oid" = '"event_0"'::regclass AND a."grantee" NOT IN (0, c."relowner")
  LOOP
    EXECUTE command;
  END LOOP;
END $$;
ALTER TABLE "event_0" DROP CONSTRAINT "event_bound";
-- For events beyond all partitions, until a worker has created the next ones.
CREATE TABLE "event_default" PARTITION OF "event" DEFAULT;
