-- Reads the tables once, and blocks no writes.
ALTER TABLE "event" VALIDATE CONSTRAINT "event_bound";
ALTER TABLE "event_start" VALIDATE CONSTRAINT "event_start_bound";
