-- AlterTable
ALTER TABLE "schedule" ALTER COLUMN "formula_instance_id" DROP NOT NULL,
ADD COLUMN     "account_id" INTEGER,
ADD COLUMN     "call" JSONB,
ADD COLUMN     "description" TEXT,
ADD COLUMN     "name" TEXT,
ADD COLUMN     "replaced_cron" TEXT,
ADD COLUMN     "user_id" INTEGER;

-- CreateIndex
CREATE INDEX "schedule_organization_id_created_at_id_idx" ON "schedule"("organization_id", "created_at", "id");

-- CreateTable
CREATE TABLE "job_run" (
    "id" BIGSERIAL NOT NULL,
    "schedule_id" UUID NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "instance_id" INTEGER,
    "name" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "state" TEXT NOT NULL,
    "execution_id" BIGINT,
    "data" JSONB NOT NULL DEFAULT '{}',
    "error" TEXT,
    "lease_owner" UUID,
    "lease_until" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "job_run_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "job_run_schedule_id_due_at_key" ON "job_run"("schedule_id", "due_at");

-- CreateIndex
CREATE INDEX "job_run_organization_id_id_idx" ON "job_run"("organization_id", "id");

-- What a worker still has to call
CREATE INDEX "job_run_due_idx" ON "job_run"("id") WHERE "state" IN ('waiting', 'running');

-- CreateTable
CREATE TABLE "poller" (
    "element_instance_id" INTEGER NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "minutes" DOUBLE PRECISION NOT NULL,
    "next_poll_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_owner" UUID,
    "lease_until" TIMESTAMPTZ(3),

    CONSTRAINT "poller_pkey" PRIMARY KEY ("element_instance_id")
);

-- CreateIndex
CREATE INDEX "poller_next_poll_at_idx" ON "poller"("next_poll_at");

-- CreateTable
CREATE TABLE "polled_resource" (
    "element_instance_id" INTEGER NOT NULL,
    "resource" TEXT NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "cursor" TEXT,
    "last_polled_at" TIMESTAMPTZ(3),
    "last_result" JSONB,
    "last_error" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "retry_at" TIMESTAMPTZ(3),

    CONSTRAINT "polled_resource_pkey" PRIMARY KEY ("element_instance_id","resource")
);

-- AddForeignKey
ALTER TABLE "poller" ADD CONSTRAINT "poller_element_instance_id_fkey" FOREIGN KEY ("element_instance_id") REFERENCES "element_instance"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "polled_resource" ADD CONSTRAINT "polled_resource_element_instance_id_fkey" FOREIGN KEY ("element_instance_id") REFERENCES "element_instance"("id") ON DELETE CASCADE ON UPDATE CASCADE;
