-- The console output of scripts and the input of runs are in files as well, if they are large. Processes of the version
-- before say by `record_format` 1 that they read neither: as long as one of them runs, no value is written to a file.
ALTER TABLE "execution" ADD COLUMN "trigger_file" TEXT;
ALTER TABLE "step_execution" ADD COLUMN "notes_file" TEXT;
ALTER TABLE "runner" ADD COLUMN "record_format" INTEGER NOT NULL DEFAULT 1;
