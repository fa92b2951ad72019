-- Reads the table once, and blocks no writes.
ALTER TABLE "audit_entry" VALIDATE CONSTRAINT "audit_entry_bound";
