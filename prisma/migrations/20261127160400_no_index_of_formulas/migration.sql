-- Replaced by the index that begins with the organization.
DROP INDEX CONCURRENTLY IF EXISTS "execution_formula_id_created_at_id_idx";
