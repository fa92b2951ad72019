-- The primary key, by which the attempts of a delivery are read.
CREATE UNIQUE INDEX CONCURRENTLY "delivery_attempt_0_pkey" ON "delivery_attempt"("delivery_id", "id", "organization_id");
