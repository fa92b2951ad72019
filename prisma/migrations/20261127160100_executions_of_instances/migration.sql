CREATE INDEX CONCURRENTLY "execution_organization_id_formula_instance_id_created_at_id_idx" ON "execution"("organization_id", "formula_instance_id", "created_at", "id");
