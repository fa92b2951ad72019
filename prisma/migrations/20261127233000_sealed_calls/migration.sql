-- The requests of jobs and of their runs, encrypted. SQL cannot encrypt: workers do it for the rows that there are, which
-- the indexes of the next migrations find. They are empty afterwards.
ALTER TABLE "schedule" ADD COLUMN "call_sealed" TEXT;
ALTER TABLE "job_run" ADD COLUMN "call_sealed" TEXT;
