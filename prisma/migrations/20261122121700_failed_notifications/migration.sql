-- Why a notification has not reached its recipient, and those that gave up before this was written down.
ALTER TABLE "notification" ADD COLUMN "error" TEXT;

UPDATE "notification" SET "delivery" = 'failed', "error" = 'It could not be sent.'
WHERE "delivery" = 'pending' AND "created_at" < now() - interval '1 day';

CREATE INDEX "notification_organization_id_delivery_idx" ON "notification"("organization_id", "delivery");
