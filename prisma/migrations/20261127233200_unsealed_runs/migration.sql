-- Rows of before, whose secrets are not encrypted yet.
CREATE INDEX CONCURRENTLY "job_run_unsealed_idx" ON "job_run"("id") WHERE "data" ? 'uri';
