-- CreateTable
CREATE TABLE "bulk_job" (
    "id" BIGSERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "element_instance_id" INTEGER NOT NULL,
    "direction" TEXT NOT NULL,
    "object_name" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 2,
    "format" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'CREATED',
    "criteria" JSONB NOT NULL,
    "next_page" TEXT,
    "records_count" INTEGER NOT NULL DEFAULT 0,
    "records_failed" INTEGER NOT NULL DEFAULT 0,
    "segments" INTEGER NOT NULL DEFAULT 0,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "columns" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "message" TEXT,
    "folder" TEXT NOT NULL,
    "file_key" TEXT NOT NULL,
    "callback_url" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_owner" UUID,
    "lease_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "files_deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_job_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bulk_segment" (
    "job_id" BIGINT NOT NULL,
    "n" INTEGER NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "bulk_segment_pkey" PRIMARY KEY ("job_id","n")
);

-- CreateTable
CREATE TABLE "bulk_error" (
    "job_id" BIGINT NOT NULL,
    "row" INTEGER NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "status" INTEGER,
    "message" TEXT NOT NULL,

    CONSTRAINT "bulk_error_pkey" PRIMARY KEY ("job_id","row")
);

-- CreateIndex
CREATE INDEX "bulk_job_status_due_at_idx" ON "bulk_job"("status", "due_at");

-- CreateIndex
CREATE INDEX "bulk_job_organization_id_id_idx" ON "bulk_job"("organization_id", "id");

-- CreateIndex
CREATE INDEX "bulk_job_element_instance_id_id_idx" ON "bulk_job"("element_instance_id", "id");

-- AddForeignKey
ALTER TABLE "bulk_segment" ADD CONSTRAINT "bulk_segment_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "bulk_job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_error" ADD CONSTRAINT "bulk_error_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "bulk_job"("id") ON DELETE CASCADE ON UPDATE CASCADE;
