-- Rows of before, whose secrets are not encrypted yet.
CREATE INDEX CONCURRENTLY "element_unsealed_idx" ON "element"("id") WHERE "secret_defaults" IS NULL AND NOT "is_catalog";
