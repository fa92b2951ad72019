-- Rows of before, whose addresses are not encrypted yet.
CREATE INDEX CONCURRENTLY "notification_unsealed_idx" ON "notification"("id") WHERE "recipient_sealed" IS NULL AND "recipients" ~* '^https?://';
