-- Names the organization first, so that the executions of a formula are counted in the index alone.
CREATE INDEX CONCURRENTLY "execution_organization_id_formula_id_created_at_id_idx" ON "execution"("organization_id", "formula_id", "created_at", "id");
