-- Rows of before, whose secrets are not encrypted yet.
CREATE INDEX CONCURRENTLY "schedule_unsealed_idx" ON "schedule"("id") WHERE "call" IS NOT NULL;
