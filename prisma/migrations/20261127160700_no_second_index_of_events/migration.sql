-- "execution_of_event_idx" finds the same.
DROP INDEX CONCURRENTLY "execution_event_id_idx";
