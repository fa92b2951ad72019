-- Rows of before, whose secrets are not encrypted yet.
CREATE INDEX CONCURRENTLY "element_draft_unsealed_idx" ON "element_draft"("id") WHERE "secret_defaults" IS NULL;
