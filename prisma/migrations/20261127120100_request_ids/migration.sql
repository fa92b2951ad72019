-- Replaces the primary key for lookups by id.
CREATE INDEX CONCURRENTLY "usage_0_request_id_idx" ON "usage"("request_id");
