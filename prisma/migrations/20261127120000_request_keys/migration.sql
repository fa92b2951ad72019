-- The primary key of the first partition.
CREATE UNIQUE INDEX CONCURRENTLY "usage_0_pkey" ON "usage"("organization_id", "created_at", "request_id");
