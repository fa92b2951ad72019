-- Steps name their organization. Those that were recorded before have 0 until retention deletes them: nothing is rewritten.
ALTER TABLE "step_execution" ADD COLUMN "organization_id" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "step_execution" ALTER COLUMN "organization_id" DROP DEFAULT;

-- Processes of the version before do not know the column.
CREATE FUNCTION "step_execution_organization"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."organization_id" := coalesce((SELECT "organization_id" FROM "execution" WHERE "id" = NEW."execution_id"), 0);
  RETURN NEW;
END $$;
CREATE TRIGGER "step_execution_organization" BEFORE INSERT ON "step_execution"
  FOR EACH ROW WHEN (NEW."organization_id" IS NULL) EXECUTE FUNCTION "step_execution_organization"();
