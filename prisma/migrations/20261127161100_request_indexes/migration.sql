-- "npm run migrate" creates them on each partition, concurrently, and attaches them.
CREATE INDEX "usage_of_instance_idx" ON ONLY "usage"("organization_id", "element_instance_id", "created_at", "request_id");
-- Requests that failed or were slow are few: a list of them must not read all others.
CREATE INDEX "usage_failed_idx" ON ONLY "usage"("organization_id", "created_at", "request_id") WHERE "status" >= 400;
CREATE INDEX "usage_slow_idx" ON ONLY "usage"("organization_id", "created_at", "request_id") WHERE "process_ms" >= 500;
