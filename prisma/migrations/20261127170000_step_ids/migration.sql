-- Ids of new steps are computed (server/store/execution/step-ids.ts). Those of the sequence have an index, which
-- "npm run migrate" creates on each partition, concurrently.
CREATE INDEX "step_execution_sequence_id_idx" ON ONLY "step_execution"("id") WHERE "id" < 281474976710656;
-- Processes of the version before leave this false: as long as one of them runs, ids are of the sequence.
ALTER TABLE "runner" ADD COLUMN "computes_step_ids" BOOLEAN NOT NULL DEFAULT false;
