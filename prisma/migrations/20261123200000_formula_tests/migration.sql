-- CreateTable
CREATE TABLE "formula_test" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "formula_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "definition" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "formula_test_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "formula_test_formula_id_name_key" ON "formula_test"("formula_id", "name");

-- CreateIndex
CREATE INDEX "formula_test_organization_id_account_id_idx" ON "formula_test"("organization_id", "account_id");

-- AddForeignKey
ALTER TABLE "formula_test" ADD CONSTRAINT "formula_test_formula_id_fkey" FOREIGN KEY ("formula_id") REFERENCES "formula"("id") ON DELETE CASCADE ON UPDATE CASCADE;
