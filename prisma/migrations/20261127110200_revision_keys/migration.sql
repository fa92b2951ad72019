CREATE UNIQUE INDEX CONCURRENTLY "formula_revision_key" ON "formula_revision"("formula_id", "revision", "organization_id");
