-- "execution_of_event_idx" finds the same.
DROP INDEX CONCURRENTLY IF EXISTS "execution_event_id_idx";
