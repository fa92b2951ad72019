-- Executions that stopped their process are found without reading the backlog.
CREATE INDEX CONCURRENTLY "execution_poisoned_idx" ON "execution"("organization_id", "created_at", "id") WHERE "status" = 'pending' AND "runner_id" IS NULL AND "deaths" >= 2;
