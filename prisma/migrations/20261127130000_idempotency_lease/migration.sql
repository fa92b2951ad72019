-- A request whose process died releases its key once nobody extends this any more. Processes of the version before leave
-- it null.
ALTER TABLE "idempotent_request" ADD COLUMN "alive_until" TIMESTAMPTZ(3);
