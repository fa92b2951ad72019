-- Runs that ran out of time are few of those that failed. `npm run migrate` creates the index on each partition.
CREATE INDEX "execution_out_of_time_idx" ON ONLY "execution" ("organization_id", "created_at", "id") INCLUDE ("account_id") WHERE "reason" = 'outOfTime';
