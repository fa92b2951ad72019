-- The table becomes the first partition of one with the same name and columns. No row is read: the constraint is checked.
-- Processes of the version before continue.
ALTER TABLE "step_execution" RENAME TO "step_execution_0";
ALTER TABLE "step_execution_0" DROP CONSTRAINT "step_execution_pkey";
ALTER TABLE "step_execution_0" ADD CONSTRAINT "step_execution_0_pkey" PRIMARY KEY USING INDEX "step_execution_0_pkey";
DROP INDEX "step_execution_execution_id_seq_key";
ALTER INDEX "step_execution_failed_idx" RENAME TO "step_execution_0_failed_idx";
DROP TRIGGER "step_execution_organization" ON "step_execution_0";

CREATE TABLE "step_execution" (LIKE "step_execution_0" INCLUDING DEFAULTS) PARTITION BY RANGE ("execution_id");
ALTER SEQUENCE "step_execution_id_seq" OWNED BY "step_execution"."id";
ALTER TABLE "step_execution" ADD CONSTRAINT "step_execution_pkey" PRIMARY KEY ("execution_id", "seq", "organization_id");
CREATE INDEX "step_execution_id_idx" ON "step_execution"("id");
CREATE INDEX "step_execution_failed_idx" ON "step_execution"("execution_id") WHERE "error" IS NOT NULL;
CREATE TRIGGER "step_execution_organization" BEFORE INSERT ON "step_execution"
  FOR EACH ROW WHEN (NEW."organization_id" IS NULL) EXECUTE FUNCTION "step_execution_organization"();

DO $$
DECLARE
  bound text := (SELECT substring(pg_get_constraintdef("oid") FROM '[0-9]+') FROM "pg_constraint"
    WHERE "conname" = 'step_execution_bound' AND "conrelid" = '"step_execution_0"'::regclass);
BEGIN
  EXECUTE format('ALTER TABLE "step_execution" ATTACH PARTITION "step_execution_0" FOR VALUES FROM (MINVALUE) TO (%s)', bound);
END $$;
ALTER TABLE "step_execution_0" DROP CONSTRAINT "step_execution_bound";
-- For executions beyond all partitions, until a worker has created the next ones.
CREATE TABLE "step_execution_default" PARTITION OF "step_execution" DEFAULT;
