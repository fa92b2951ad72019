-- "execution_of_object_idx" finds the same.
DROP INDEX CONCURRENTLY "execution_object_id_idx";
