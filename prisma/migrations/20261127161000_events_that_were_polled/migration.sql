-- Where events come by webhooks, few are polled.
CREATE INDEX CONCURRENTLY "event_polled_idx" ON "event"("organization_id", "created_at", "id") WHERE "source" = 'polling';
