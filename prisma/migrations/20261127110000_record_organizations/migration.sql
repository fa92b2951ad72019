-- Revisions, arrivals and access grants name their organization. Nothing is rewritten: the existing rows have 0 at first,
-- and those of arrivals until retention deletes them.
ALTER TABLE "formula_revision" ADD COLUMN "organization_id" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "formula_revision" ALTER COLUMN "organization_id" DROP DEFAULT;
ALTER TABLE "element_access" ADD COLUMN "organization_id" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "element_access" ALTER COLUMN "organization_id" DROP DEFAULT;
ALTER TABLE "event_arrival" ADD COLUMN "organization_id" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "event_arrival" ALTER COLUMN "organization_id" DROP DEFAULT;

-- Processes of the version before do not know the columns.
CREATE FUNCTION "formula_revision_organization"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."organization_id" := coalesce((SELECT "organization_id" FROM "user" WHERE "id" = NEW."user_id"), 0);
  RETURN NEW;
END $$;
CREATE TRIGGER "formula_revision_organization" BEFORE INSERT ON "formula_revision"
  FOR EACH ROW WHEN (NEW."organization_id" IS NULL) EXECUTE FUNCTION "formula_revision_organization"();

CREATE FUNCTION "element_access_organization"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."organization_id" := coalesce((SELECT "organization_id" FROM "account" WHERE "id" = NEW."account_id"), 0);
  RETURN NEW;
END $$;
CREATE TRIGGER "element_access_organization" BEFORE INSERT ON "element_access"
  FOR EACH ROW WHEN (NEW."organization_id" IS NULL) EXECUTE FUNCTION "element_access_organization"();

CREATE FUNCTION "event_arrival_organization"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."organization_id" :=
    coalesce((SELECT "organization_id" FROM "element_instance" WHERE "id" = NEW."element_instance_id"), 0);
  RETURN NEW;
END $$;
CREATE TRIGGER "event_arrival_organization" BEFORE INSERT ON "event_arrival"
  FOR EACH ROW WHEN (NEW."organization_id" IS NULL) EXECUTE FUNCTION "event_arrival_organization"();
