-- Rows of before, whose secrets are not encrypted yet.
CREATE INDEX CONCURRENTLY "element_import_unsealed_idx" ON "element_import"("element_id") WHERE "secret_defaults" IS NULL;
