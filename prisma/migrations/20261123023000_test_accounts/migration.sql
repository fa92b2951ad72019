-- CreateTable
CREATE TABLE "test_account" (
    "id" INTEGER NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "element_id" INTEGER,
    "draft_id" INTEGER,
    "name" TEXT NOT NULL,
    "configuration" TEXT NOT NULL,
    "default_keys" TEXT[],
    "version" INTEGER NOT NULL DEFAULT 1,
    "valid" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "test_account_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "test_account_organization_id_user_id_idx" ON "test_account"("organization_id", "user_id");

-- CreateIndex
CREATE INDEX "test_account_element_id_idx" ON "test_account"("element_id");

-- CreateIndex
CREATE INDEX "test_account_draft_id_idx" ON "test_account"("draft_id");

-- AddForeignKey
ALTER TABLE "test_account" ADD CONSTRAINT "test_account_element_id_fkey" FOREIGN KEY ("element_id") REFERENCES "element"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_account" ADD CONSTRAINT "test_account_draft_id_fkey" FOREIGN KEY ("draft_id") REFERENCES "element_draft"("id") ON DELETE CASCADE ON UPDATE CASCADE;
