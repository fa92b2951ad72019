-- "execution_of_object_idx" finds the same.
DROP INDEX CONCURRENTLY IF EXISTS "execution_object_id_idx";
