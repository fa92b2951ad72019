-- Ids of new steps are computed (server/store/execution/step-ids.ts), unless a process of the version before runs
-- (`record_format`). Those of the sequence have an index, which "npm run migrate" creates on each partition, concurrently.
CREATE INDEX "step_execution_sequence_id_idx" ON ONLY "step_execution"("id") WHERE "id" < 281474976710656;
