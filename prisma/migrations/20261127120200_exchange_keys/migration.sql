-- The primary key of the first partition.
CREATE UNIQUE INDEX CONCURRENTLY "provider_exchange_0_pkey" ON "provider_exchange"("request_id", "n", "organization_id", "created_at");
