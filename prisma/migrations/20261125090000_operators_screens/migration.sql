-- What the operators' screens show: webhooks as they arrived, attempts of deliveries, exchanges with providers, processes.
ALTER TABLE "event" ADD COLUMN "request" TEXT, ADD COLUMN "repeats" INTEGER NOT NULL DEFAULT 0;

CREATE TABLE "delivery_attempt" (
    "id" BIGSERIAL NOT NULL,
    "delivery_id" BIGINT NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "error" TEXT,
    "exchange" TEXT,
    CONSTRAINT "delivery_attempt_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "delivery_attempt_delivery_id_id_idx" ON "delivery_attempt"("delivery_id", "id");
ALTER TABLE "delivery_attempt" ADD CONSTRAINT "delivery_attempt_delivery_id_fkey"
    FOREIGN KEY ("delivery_id") REFERENCES "delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "provider_exchange" (
    "request_id" TEXT NOT NULL,
    "n" INTEGER NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "method" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "status" INTEGER,
    "duration_ms" INTEGER NOT NULL,
    "content" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "provider_exchange_pkey" PRIMARY KEY ("request_id", "n")
);
CREATE INDEX "provider_exchange_created_at_idx" ON "provider_exchange" USING BRIN ("created_at");

CREATE TABLE "process" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "process_pkey" PRIMARY KEY ("id")
);
