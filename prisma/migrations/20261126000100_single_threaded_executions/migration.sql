-- Whether an execution of a single-threaded formula instance is in progress.
CREATE INDEX CONCURRENTLY "execution_single_threaded_idx" ON "execution"("formula_instance_id") WHERE "status" = 'pending' AND "single_threaded";
