-- Reads the table once, and blocks no writes.
ALTER TABLE "step_execution" VALIDATE CONSTRAINT "step_execution_bound";
