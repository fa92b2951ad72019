-- Rows of before, whose addresses are not encrypted yet.
CREATE INDEX CONCURRENTLY "formula_instance_unsealed_idx" ON "formula_instance"("id") WHERE "webhook_sealed" IS NULL;
