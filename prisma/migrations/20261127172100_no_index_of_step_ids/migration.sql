-- Replaced by "step_execution_sequence_id_idx".
DROP INDEX IF EXISTS "step_execution_id_idx";
