-- Has everything that lists of executions in these states filter by.
CREATE INDEX CONCURRENTLY "execution_unsuccessful_idx" ON "execution"("organization_id", "status", "created_at", "id")
  INCLUDE ("account_id", "reason") WHERE "status" NOT IN ('success', 'pending', 'queued');
