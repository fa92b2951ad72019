-- The table becomes the partition of what is in progress, of one with the same name and columns. No row is read: the
-- constraints are checked. Processes of the version before continue.
ALTER TABLE "execution" RENAME TO "execution_0";
ALTER TABLE "execution_0" DROP CONSTRAINT "execution_pkey";
ALTER TABLE "execution_0" ADD CONSTRAINT "execution_0_pkey" PRIMARY KEY USING INDEX "execution_0_pkey";
ALTER INDEX "execution_organization_id_created_at_id_idx" RENAME TO "execution_0_organization_id_created_at_id_idx";
ALTER INDEX "execution_organization_id_formula_id_created_at_id_idx" RENAME TO "execution_0_organization_id_formula_id_created_at_id_idx";
ALTER INDEX "execution_organization_id_formula_instance_id_created_at_id_idx" RENAME TO "execution_0_organization_id_formula_instance_id_created_at_idx";
ALTER INDEX "execution_unsuccessful_idx" RENAME TO "execution_0_unsuccessful_idx";
ALTER INDEX "execution_unsuccessful_of_formula_idx" RENAME TO "execution_0_unsuccessful_of_formula_idx";
ALTER INDEX "execution_unsuccessful_of_instance_idx" RENAME TO "execution_0_unsuccessful_of_instance_idx";
ALTER INDEX "execution_of_drafts_idx" RENAME TO "execution_0_of_drafts_idx";
ALTER INDEX "execution_draft_idx" RENAME TO "execution_0_draft_idx";
ALTER INDEX "execution_of_event_idx" RENAME TO "execution_0_of_event_idx";
ALTER INDEX "execution_of_object_idx" RENAME TO "execution_0_of_object_idx";
ALTER INDEX "execution_of_request_idx" RENAME TO "execution_0_of_request_idx";
ALTER INDEX "execution_parent_id_idx" RENAME TO "execution_0_parent_id_idx";
ALTER INDEX "execution_unnotified_idx" RENAME TO "execution_0_unnotified_idx";

CREATE TABLE "execution" (LIKE "execution_0" INCLUDING DEFAULTS) PARTITION BY RANGE ("record");
ALTER TABLE "execution" ADD CONSTRAINT "execution_pkey" PRIMARY KEY ("id", "record", "organization_id");
ALTER TABLE "execution" ADD CONSTRAINT "execution_record_check"
  CHECK ("record" = 0 OR "record" = "id" AND "status" IN ('success', 'failed', 'cancelled', 'unknown'));
-- The other indexes are of what is in progress alone.
CREATE INDEX "execution_organization_id_created_at_id_idx" ON "execution"("organization_id", "created_at", "id");
CREATE INDEX "execution_organization_id_formula_id_created_at_id_idx" ON "execution"("organization_id", "formula_id", "created_at", "id");
CREATE INDEX "execution_organization_id_formula_instance_id_created_at_id_idx" ON "execution"("organization_id", "formula_instance_id", "created_at", "id");
CREATE INDEX "execution_unsuccessful_idx" ON "execution"("organization_id", "status", "created_at", "id")
  INCLUDE ("account_id", "reason") WHERE "status" NOT IN ('success', 'pending', 'queued');
CREATE INDEX "execution_unsuccessful_of_formula_idx" ON "execution"("organization_id", "formula_id", "status", "created_at", "id")
  INCLUDE ("account_id", "reason") WHERE "status" NOT IN ('success', 'pending', 'queued');
CREATE INDEX "execution_unsuccessful_of_instance_idx" ON "execution"("organization_id", "formula_instance_id", "status", "created_at", "id")
  INCLUDE ("account_id", "reason") WHERE "status" NOT IN ('success', 'pending', 'queued');
CREATE INDEX "execution_of_drafts_idx" ON "execution"("organization_id", "created_at", "id") WHERE "revision" < 0;
CREATE INDEX "execution_draft_idx" ON "execution"("formula_id", "revision") WHERE "revision" < 0;
CREATE INDEX "execution_of_event_idx" ON "execution"("organization_id", "event_id") WHERE "event_id" IS NOT NULL;
CREATE INDEX "execution_of_object_idx" ON "execution"("organization_id", "object_id") WHERE "object_id" IS NOT NULL;
CREATE INDEX "execution_of_request_idx" ON "execution"("organization_id", "request_id") WHERE "request_id" IS NOT NULL;
CREATE INDEX "execution_parent_id_idx" ON "execution"("parent_id") WHERE "parent_id" IS NOT NULL;
CREATE INDEX "execution_unnotified_idx" ON "execution"("updated_at") WHERE "unnotified";

ALTER TABLE "execution" ATTACH PARTITION "execution_0" FOR VALUES FROM (MINVALUE) TO (1);
ALTER TABLE "execution_0" DROP CONSTRAINT "execution_bound";
-- For records beyond all partitions, until a worker has created the next ones.
CREATE TABLE "execution_default" PARTITION OF "execution" DEFAULT;

DO $$
DECLARE
  newest bigint := (SELECT "last_value" FROM "execution_id_seq");
  lower bigint := 1;
  upper bigint;
  command text;
BEGIN
  -- Records have the bounds of their steps, so that both are dropped together.
  FOR upper IN
    SELECT substring(pg_get_expr(c."relpartbound", c."oid") FROM 'TO \(''([^'']+)''\)')::bigint AS bound
    FROM "pg_inherits" i JOIN "pg_class" c ON c."oid" = i."inhrelid" WHERE i."inhparent" = '"step_execution"'::regclass ORDER BY bound
  LOOP
    CONTINUE WHEN upper IS NULL OR upper <= newest;
    EXECUTE format('CREATE TABLE %I PARTITION OF "execution" FOR VALUES FROM (%s) TO (%s)', 'execution_' || lower, lower, upper);
    lower := upper;
  END LOOP;
  -- Callers have the same rights and policies as before, from the same moment on.
  FOR command IN
    SELECT 'ALTER TABLE "execution" ENABLE ROW LEVEL SECURITY' FROM "pg_class" WHERE "oid" = '"execution_0"'::regclass AND "relrowsecurity"
    UNION ALL SELECT format('CREATE POLICY %I ON "execution" USING (%s)', "polname", pg_get_expr("polqual", "polrelid"))
      || coalesce(format('; COMMENT ON POLICY %I ON "execution" IS %L', "polname", obj_description("oid", 'pg_policy')), '')
      FROM "pg_policy" WHERE "polrelid" = '"execution_0"'::regclass
    UNION ALL SELECT format('GRANT %s ON "execution" TO %s', a."privilege_type", a."grantee"::regrole)
      FROM "pg_class" c, aclexplode(c."relacl") a WHERE c."oid" = '"execution_0"'::regclass AND a."grantee" NOT IN (0, c."relowner")
  LOOP
    EXECUTE command;
  END LOOP;
END $$;

-- Processes of the version before do not know the column, nor the causes of what is over.
ALTER TABLE "execution" ALTER COLUMN "record" SET DEFAULT -1;
CREATE FUNCTION "execution_of_version_before"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."record" := 0;
  IF NEW."cause" IS NOT NULL THEN
    INSERT INTO "execution_cause" ("organization_id", "formula_instance_id", "cause", "execution_id")
      VALUES (NEW."organization_id", NEW."formula_instance_id", NEW."cause", NEW."id") ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN RETURN NULL; END IF;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "execution_of_version_before" BEFORE INSERT ON "execution"
  FOR EACH ROW WHEN (NEW."record" < 0) EXECUTE FUNCTION "execution_of_version_before"();
CREATE OR REPLACE FUNCTION "step_execution_organization"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."organization_id" := coalesce((SELECT "organization_id" FROM "execution"
    WHERE "id" = NEW."execution_id" AND "record" IN (0, NEW."execution_id")), 0);
  RETURN NEW;
END $$;
