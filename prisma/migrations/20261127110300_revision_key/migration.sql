ALTER TABLE "formula_revision" DROP CONSTRAINT "formula_revision_pkey";
ALTER TABLE "formula_revision" ADD CONSTRAINT "formula_revision_pkey" PRIMARY KEY USING INDEX "formula_revision_key";
