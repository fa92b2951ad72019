-- Until when the process that sends a delivery may still send it. Null while no attempt is running.
ALTER TABLE "delivery" ADD COLUMN "lease_until" TIMESTAMPTZ(3);
