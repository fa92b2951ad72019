-- AlterTable
ALTER TABLE "execution" ADD COLUMN     "parent_id" BIGINT,
ADD COLUMN     "request_id" TEXT,
ADD COLUMN     "reused" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "execution_formula_id_created_at_id_idx" ON "execution"("formula_id", "created_at", "id");

-- What runs are looked for by across all formula instances. Most runs succeed: those are found by their time alone.
CREATE INDEX "execution_of_status_idx" ON "execution"("organization_id", "status", "created_at", "id") WHERE "status" <> 'success';
CREATE INDEX "execution_of_event_idx" ON "execution"("organization_id", "event_id") WHERE "event_id" IS NOT NULL;
CREATE INDEX "execution_of_object_idx" ON "execution"("organization_id", "object_id") WHERE "object_id" IS NOT NULL;
CREATE INDEX "execution_of_request_idx" ON "execution"("organization_id", "request_id") WHERE "request_id" IS NOT NULL;
CREATE INDEX "execution_parent_id_idx" ON "execution"("parent_id") WHERE "parent_id" IS NOT NULL;
