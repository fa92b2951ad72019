-- CreateTable
CREATE TABLE "formula_draft" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "formula_id" INTEGER,
    "based_on" INTEGER,
    "version" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT NOT NULL,
    "definition" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "formula_draft_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "formula_draft_organization_id_user_id_idx" ON "formula_draft"("organization_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "formula_draft_formula_id_user_id_key" ON "formula_draft"("formula_id", "user_id");

-- AddForeignKey
ALTER TABLE "formula_draft" ADD CONSTRAINT "formula_draft_formula_id_fkey" FOREIGN KEY ("formula_id") REFERENCES "formula"("id") ON DELETE CASCADE ON UPDATE CASCADE;
