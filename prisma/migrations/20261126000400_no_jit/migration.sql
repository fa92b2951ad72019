-- Compiling a plan takes longer than any statement of the product. Sessions say so themselves; those of a pooler cannot.
DO $$
BEGIN
  EXECUTE format('ALTER DATABASE %I SET jit = off', current_database());
EXCEPTION WHEN insufficient_privilege THEN
  RAISE NOTICE 'The role does not own the database: set jit = off for it.';
END $$;
