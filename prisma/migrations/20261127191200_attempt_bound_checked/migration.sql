-- Reads the table once, and blocks no writes.
ALTER TABLE "delivery_attempt" VALIDATE CONSTRAINT "delivery_attempt_bound";
