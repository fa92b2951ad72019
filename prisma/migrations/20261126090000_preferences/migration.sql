-- What users chose in the Workbench, and where they moved the parts of formulas.
CREATE TABLE "preference" (
    "organization_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "formula_id" INTEGER NOT NULL DEFAULT 0,
    "draft_id" INTEGER NOT NULL DEFAULT 0,
    "value" JSON NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "preference_pkey" PRIMARY KEY ("user_id", "name", "formula_id", "draft_id")
);
CREATE INDEX "preference_organization_id_formula_id_idx" ON "preference"("organization_id", "formula_id");
CREATE TABLE "formula_layout" (
    "formula_id" INTEGER NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "positions" JSON NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "formula_layout_pkey" PRIMARY KEY ("formula_id"),
    CONSTRAINT "formula_layout_formula_id_fkey" FOREIGN KEY ("formula_id") REFERENCES "formula"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
