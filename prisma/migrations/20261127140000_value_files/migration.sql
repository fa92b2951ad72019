-- Large values of steps are in files. Processes of the version before leave these null: as long as one of them runs, no
-- value is written to a file.
ALTER TABLE "step_execution" ADD COLUMN "output_file" TEXT;
ALTER TABLE "runner" ADD COLUMN "file_store" UUID;
