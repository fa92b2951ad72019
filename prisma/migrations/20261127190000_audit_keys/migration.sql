-- The primary key of the first partition.
CREATE UNIQUE INDEX CONCURRENTLY "audit_entry_0_pkey" ON "audit_entry"("organization_id", "created_at", "id");
