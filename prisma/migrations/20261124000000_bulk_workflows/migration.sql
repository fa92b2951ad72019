-- AlterTable
ALTER TABLE "bulk_job" ADD COLUMN     "parent_id" BIGINT,
ADD COLUMN     "records_expected" INTEGER,
ADD COLUMN     "schedule_id" UUID;

-- CreateIndex
CREATE INDEX "bulk_job_parent_id_idx" ON "bulk_job"("parent_id");

-- AddForeignKey
ALTER TABLE "bulk_job" ADD CONSTRAINT "bulk_job_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "bulk_job"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- CreateIndex
CREATE INDEX "bulk_job_schedule_id_idx" ON "bulk_job"("schedule_id");

-- AddForeignKey
ALTER TABLE "bulk_job" ADD CONSTRAINT "bulk_job_schedule_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "schedule"("id") ON DELETE SET NULL ON UPDATE CASCADE;
