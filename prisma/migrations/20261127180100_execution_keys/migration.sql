-- The primary key of the partition of what is in progress.
CREATE UNIQUE INDEX CONCURRENTLY "execution_0_pkey" ON "execution"("id", "record", "organization_id");
