-- Replaced by "execution_unsuccessful_idx".
DROP INDEX CONCURRENTLY IF EXISTS "execution_of_status_idx";
