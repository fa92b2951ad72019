-- Replaced by "execution_unsuccessful_idx".
DROP INDEX CONCURRENTLY "execution_of_status_idx";
