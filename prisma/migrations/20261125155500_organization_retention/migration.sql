-- An organization may keep its data for a shorter time than the installation does.
ALTER TABLE "organization" ADD COLUMN "retention_days" INTEGER;
