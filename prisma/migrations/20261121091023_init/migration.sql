-- CreateTable
CREATE TABLE "organization" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "secret_sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organization_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "role" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "password_hash" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "secret_sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "token_hash" BYTEA NOT NULL,
    "user_id" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "formula" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "method" TEXT,
    "uri" TEXT,
    "definition" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "formula_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "formula_revision" (
    "formula_id" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL,
    "definition" JSONB NOT NULL,
    "user_id" INTEGER NOT NULL,
    "message" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "formula_revision_pkey" PRIMARY KEY ("formula_id","revision")
);

-- CreateTable
CREATE TABLE "formula_instance" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "formula_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "single_threaded" BOOLEAN NOT NULL DEFAULT false,
    "configuration" JSONB NOT NULL DEFAULT '{}',
    "settings" JSONB NOT NULL DEFAULT '{}',
    "first_consecutive_error_date" TIMESTAMPTZ(3),
    "number_consecutive_errors" INTEGER NOT NULL DEFAULT 0,
    "number_consecutive_error_warning_notifications" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "formula_instance_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "schedule" (
    "id" UUID NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "formula_instance_id" INTEGER NOT NULL,
    "cron" TEXT NOT NULL,
    "next_run_at" TIMESTAMPTZ(3),
    "last_run_at" TIMESTAMPTZ(3),
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "schedule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "execution" (
    "id" BIGINT NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "formula_id" INTEGER NOT NULL,
    "formula_instance_id" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "trigger_type" TEXT NOT NULL,
    "trigger" TEXT NOT NULL,
    "cause" TEXT,
    "event_id" TEXT,
    "object_id" TEXT,
    "late" BOOLEAN NOT NULL DEFAULT false,
    "single_threaded" BOOLEAN NOT NULL DEFAULT false,
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "retry_at" TIMESTAMPTZ(3),
    "runner_id" UUID,
    "lease_epoch" INTEGER NOT NULL DEFAULT 0,
    "deaths" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "untold" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "execution_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "step_execution" (
    "id" BIGSERIAL NOT NULL,
    "execution_id" BIGINT NOT NULL,
    "seq" INTEGER NOT NULL,
    "attempt" INTEGER NOT NULL,
    "path" TEXT NOT NULL DEFAULT '',
    "step_name" TEXT NOT NULL,
    "step_type" TEXT NOT NULL,
    "engine" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "took" TEXT NOT NULL,
    "hidden" BOOLEAN NOT NULL DEFAULT false,
    "output" TEXT,
    "notes" TEXT,
    "error" TEXT,
    "sealed" TEXT,
    "context_size" INTEGER NOT NULL DEFAULT 0,
    "delay_ms" INTEGER NOT NULL DEFAULT 0,
    "duration_ms" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "step_execution_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "runner" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "alive_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "runner_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "account_id" INTEGER,
    "topic" TEXT NOT NULL,
    "severity" TEXT NOT NULL DEFAULT 'low',
    "subject" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "sender" TEXT NOT NULL DEFAULT 'formulary',
    "recipients" TEXT,
    "delivery" TEXT NOT NULL DEFAULT 'inbox',
    "execution_id" BIGINT,
    "acknowledged_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotent_request" (
    "organization_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "status" INTEGER,
    "response" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotent_request_pkey" PRIMARY KEY ("organization_id","key")
);

-- CreateTable
CREATE TABLE "dead_letter" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "execution_id" BIGINT,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "redriven_at" TIMESTAMPTZ(3),

    CONSTRAINT "dead_letter_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "entity" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "parent_id" TEXT,
    "action" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "integration" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "formulas" INTEGER[],
    "formula_instances" INTEGER[],
    "element_instances" INTEGER[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "integration_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "organization_secret_hash_key" ON "organization"("secret_hash");

-- CreateIndex
CREATE INDEX "account_organization_id_idx" ON "account"("organization_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "user_secret_hash_key" ON "user"("secret_hash");

-- CreateIndex
CREATE INDEX "user_organization_id_idx" ON "user"("organization_id");

-- CreateIndex
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");

-- CreateIndex
CREATE INDEX "formula_organization_id_id_idx" ON "formula"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "formula_account_id_method_uri_key" ON "formula"("account_id", "method", "uri");

-- CreateIndex
CREATE INDEX "formula_instance_formula_id_idx" ON "formula_instance"("formula_id");

-- CreateIndex
CREATE INDEX "formula_instance_organization_id_id_idx" ON "formula_instance"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "schedule_formula_instance_id_key" ON "schedule"("formula_instance_id");

-- CreateIndex
CREATE INDEX "schedule_next_run_at_idx" ON "schedule"("next_run_at");

-- CreateIndex
CREATE INDEX "execution_formula_instance_id_created_at_id_idx" ON "execution"("formula_instance_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "execution_organization_id_created_at_id_idx" ON "execution"("organization_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "step_execution_execution_id_seq_key" ON "step_execution"("execution_id", "seq");

-- CreateIndex
CREATE INDEX "notification_organization_id_topic_created_at_idx" ON "notification"("organization_id", "topic", "created_at");

-- CreateIndex
CREATE INDEX "idempotent_request_created_at_idx" ON "idempotent_request"("created_at");

-- CreateIndex
CREATE INDEX "dead_letter_organization_id_created_at_idx" ON "dead_letter"("organization_id", "created_at");

-- CreateIndex
CREATE INDEX "audit_entry_organization_id_entity_created_at_idx" ON "audit_entry"("organization_id", "entity", "created_at");

-- CreateIndex
CREATE INDEX "integration_organization_id_idx" ON "integration"("organization_id");

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user" ADD CONSTRAINT "user_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user" ADD CONSTRAINT "user_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "formula_instance" ADD CONSTRAINT "formula_instance_formula_id_fkey" FOREIGN KEY ("formula_id") REFERENCES "formula"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "schedule" ADD CONSTRAINT "schedule_formula_instance_id_fkey" FOREIGN KEY ("formula_instance_id") REFERENCES "formula_instance"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What follows cannot be said in schema.prisma. `npm run check` proves that Prisma does not take it for drift.

-- Ids are handed out 64 at a time: a process knows the id of an execution before it writes the row.
CREATE SEQUENCE "execution_id_seq" INCREMENT BY 64;

-- Rows change status a few times: room on the page keeps those updates out of the indexes.
ALTER TABLE "execution" SET (fillfactor = 80);

-- Each of these questions is about a small part of a big table.
CREATE INDEX "execution_held_idx" ON "execution"("runner_id") WHERE "status" = 'pending' AND "runner_id" IS NOT NULL;
CREATE INDEX "execution_retry_at_idx" ON "execution"("retry_at") WHERE "status" = 'retry';
CREATE INDEX "execution_event_id_idx" ON "execution"("formula_instance_id", "event_id") WHERE "event_id" IS NOT NULL;
CREATE INDEX "execution_object_id_idx" ON "execution"("formula_instance_id", "object_id") WHERE "object_id" IS NOT NULL;
CREATE INDEX "step_execution_failed_idx" ON "step_execution"("execution_id") WHERE "error" IS NOT NULL;
-- What a worker may take, organisation by organisation, oldest first.
CREATE INDEX "execution_waiting_idx" ON "execution"("organization_id", "created_at", "id") WHERE "status" = 'pending' AND "runner_id" IS NULL;
CREATE INDEX "execution_queued_idx" ON "execution"("formula_instance_id", "created_at", "id") WHERE "status" = 'queued';
CREATE INDEX "execution_untold_idx" ON "execution"("updated_at") WHERE "untold";
-- A cause starts one execution of a formula instance. Most have none.
CREATE UNIQUE INDEX "execution_cause_idx" ON "execution"("formula_instance_id", "cause") WHERE "cause" IS NOT NULL;
