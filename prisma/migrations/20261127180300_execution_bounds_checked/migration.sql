-- Reads the table once, and blocks no writes.
ALTER TABLE "execution" VALIDATE CONSTRAINT "execution_bound", VALIDATE CONSTRAINT "execution_record_check";
