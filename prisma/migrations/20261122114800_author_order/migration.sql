-- What authors write comes back in their order of keys, which jsonb does not keep.
ALTER TABLE "formula_revision" ALTER COLUMN "definition" TYPE json;
ALTER TABLE "formula_draft" ALTER COLUMN "definition" TYPE json;
ALTER TABLE "element" ALTER COLUMN "definition" TYPE json;
ALTER TABLE "element_extension" ALTER COLUMN "definition" TYPE json;
ALTER TABLE "element_product" ALTER COLUMN "definition" TYPE json;
ALTER TABLE "schedule" ALTER COLUMN "call" TYPE json;
ALTER TABLE "formula_instance" ALTER COLUMN "configuration" DROP DEFAULT,
  ALTER COLUMN "configuration" TYPE json, ALTER COLUMN "configuration" SET DEFAULT '{}';
ALTER TABLE "formula" ALTER COLUMN "definition" TYPE json;

-- Every start of a run needs these two, and should not have to read the whole definition for them.
ALTER TABLE "formula"
  ADD COLUMN "trigger_type" TEXT GENERATED ALWAYS AS (coalesce("definition"->'triggers'->0->>'type', 'manual')) STORED,
  ADD COLUMN "single_threaded" BOOLEAN GENERATED ALWAYS AS (coalesce(("definition"->>'singleThreaded')::boolean, false)) STORED;
