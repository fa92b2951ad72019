-- The primary key of the first partition.
CREATE UNIQUE INDEX CONCURRENTLY "step_execution_0_pkey" ON "step_execution"("execution_id", "seq", "organization_id");
