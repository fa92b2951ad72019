-- Events that failed are few: a list of them must not read all others.
CREATE INDEX CONCURRENTLY "event_failed_idx" ON "event"("organization_id", "created_at", "id") WHERE "error" IS NOT NULL;
