-- Notifications with a recipient are delivered like those of subscriptions: by a delivery without a subscription.
ALTER TABLE "delivery" ALTER COLUMN "subscription_id" DROP NOT NULL;


-- What follows cannot be said in schema.prisma.

-- One delivery to the recipient of a notification, which is found again when it is sent once more.
CREATE UNIQUE INDEX "delivery_recipient_key" ON "delivery"("notification_id") WHERE "subscription_id" IS NULL;

-- Workers look at what is ready by organization and receiver. All recipients of an organization are one receiver.
CREATE INDEX "delivery_ready_receiver_idx"
  ON "delivery"("organization_id", (coalesce("subscription_id", -"organization_id")), "id") WHERE "ready";
DROP INDEX "delivery_ready_idx";

-- What has no delivery yet, because a process of an earlier version wrote it, is found by this.
CREATE INDEX "notification_pending_idx" ON "notification"("id") WHERE "delivery" = 'pending';

INSERT INTO "delivery" ("organization_id", "notification_id", "status", "ready")
SELECT "organization_id", "id", 'created', true FROM "notification" WHERE "delivery" = 'pending';
