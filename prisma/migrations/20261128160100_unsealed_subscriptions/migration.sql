-- Rows of before, whose addresses are not encrypted yet.
CREATE INDEX CONCURRENTLY "subscription_unsealed_idx" ON "subscription"("id") WHERE "address_sealed" IS NULL;
