-- Jobs that were given up are seen by people of their account, and can run again.
ALTER TABLE "dead_letter" ADD COLUMN "account_id" INTEGER, ADD COLUMN "job_id" UUID, ADD COLUMN "payload" JSONB;

UPDATE "dead_letter" d SET "account_id" = e."account_id" FROM "execution" e WHERE e."id" = d."execution_id";

CREATE UNIQUE INDEX "dead_letter_job_id_key" ON "dead_letter"("job_id");
