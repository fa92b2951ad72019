-- AlterTable
ALTER TABLE "notification" ADD COLUMN     "event_id" TEXT,
ADD COLUMN     "payload" TEXT;

-- CreateTable
CREATE TABLE "subscription" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "channel" TEXT NOT NULL,
    "topics" TEXT[],
    "address" TEXT NOT NULL,
    "credentials" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "given_up_at" TIMESTAMPTZ(3),
    "element_instance_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "subscription_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery" (
    "id" BIGSERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "notification_id" INTEGER NOT NULL,
    "subscription_id" INTEGER NOT NULL,
    "webhook_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "status" TEXT NOT NULL,
    "ready" BOOLEAN NOT NULL,
    "wake_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "answer_status" INTEGER,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "subscription_element_instance_id_key" ON "subscription"("element_instance_id");

-- CreateIndex
CREATE INDEX "subscription_organization_id_id_idx" ON "subscription"("organization_id", "id");

-- CreateIndex
CREATE INDEX "subscription_topics_idx" ON "subscription" USING GIN ("topics");

-- CreateIndex
CREATE INDEX "delivery_subscription_id_status_id_idx" ON "delivery"("subscription_id", "status", "id");

-- CreateIndex
CREATE INDEX "delivery_organization_id_id_idx" ON "delivery"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "delivery_notification_id_subscription_id_key" ON "delivery"("notification_id", "subscription_id");

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_element_instance_id_fkey" FOREIGN KEY ("element_instance_id") REFERENCES "element_instance"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_notification_id_fkey" FOREIGN KEY ("notification_id") REFERENCES "notification"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscription"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What follows cannot be said in schema.prisma.

-- Couriers look at what is ready, organisation by organisation and subscription by subscription. Both are small.
CREATE INDEX "delivery_ready_idx" ON "delivery"("organization_id", "subscription_id", "id") WHERE "ready";
CREATE INDEX "delivery_wake_idx" ON "delivery"("wake_at") WHERE "wake_at" IS NOT NULL;

-- Rows change a few times: room on the page keeps those updates out of the indexes.
ALTER TABLE "delivery" SET (fillfactor = 80);

-- An event is asked what was told of it.
CREATE INDEX "notification_event_idx" ON "notification"("event_id") WHERE "event_id" IS NOT NULL;
