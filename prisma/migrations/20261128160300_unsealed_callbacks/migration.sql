-- Rows of before, whose addresses are not encrypted yet.
CREATE INDEX CONCURRENTLY "bulk_job_unsealed_idx" ON "bulk_job"("id") WHERE "callback_sealed" IS NULL AND "callback_url" IS NOT NULL;
