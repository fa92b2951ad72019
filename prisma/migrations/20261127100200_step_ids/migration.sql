-- Replaces the primary key for lookups by id.
CREATE INDEX CONCURRENTLY "step_execution_0_id_idx" ON "step_execution"("id");
