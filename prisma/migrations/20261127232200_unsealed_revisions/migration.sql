-- Rows of before, whose secrets are not encrypted yet.
CREATE INDEX CONCURRENTLY "element_revision_unsealed_idx" ON "element_revision"("element_id", "revision") WHERE "secret_defaults" IS NULL;
