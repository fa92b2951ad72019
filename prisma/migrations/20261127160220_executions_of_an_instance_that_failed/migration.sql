CREATE INDEX CONCURRENTLY "execution_unsuccessful_of_instance_idx" ON "execution"("organization_id", "formula_instance_id", "status", "created_at", "id")
  INCLUDE ("account_id", "reason") WHERE "status" NOT IN ('success', 'pending', 'queued');
