-- Retries of formula instances that were deleted are found without reading all retries.
CREATE INDEX CONCURRENTLY "execution_retrying_idx" ON "execution"("formula_instance_id") WHERE "status" = 'retry';
