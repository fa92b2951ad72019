-- The table becomes the first partition of one with the same name and columns. No row is read: the constraint is checked.
-- Processes of the version before continue. They lock the tables in this order.
LOCK TABLE "delivery", "delivery_attempt" IN ACCESS EXCLUSIVE MODE;
-- Attempts outlive their delivery until retention drops or deletes their range.
ALTER TABLE "delivery_attempt" DROP CONSTRAINT "delivery_attempt_delivery_id_fkey";
ALTER TABLE "delivery_attempt" RENAME TO "delivery_attempt_0";
ALTER TABLE "delivery_attempt_0" DROP CONSTRAINT "delivery_attempt_pkey";
ALTER TABLE "delivery_attempt_0" ADD CONSTRAINT "delivery_attempt_0_pkey" PRIMARY KEY USING INDEX "delivery_attempt_0_pkey";
DROP INDEX "delivery_attempt_delivery_id_id_idx";

CREATE TABLE "delivery_attempt" (LIKE "delivery_attempt_0" INCLUDING DEFAULTS) PARTITION BY RANGE ("delivery_id");
ALTER SEQUENCE "delivery_attempt_id_seq" OWNED BY "delivery_attempt"."id";
ALTER TABLE "delivery_attempt" ADD CONSTRAINT "delivery_attempt_pkey" PRIMARY KEY ("delivery_id", "id", "organization_id");

DO $$
DECLARE
  bound text := (SELECT substring(pg_get_constraintdef("oid") FROM '[0-9]+') FROM "pg_constraint"
    WHERE "conname" = 'delivery_attempt_bound' AND "conrelid" = '"delivery_attempt_0"'::regclass);
  command text;
BEGIN
  EXECUTE format('ALTER TABLE "delivery_attempt" ATTACH PARTITION "delivery_attempt_0" FOR VALUES FROM (MINVALUE) TO (%s)', bound);
  -- Callers have the same rights and policies as before, from the same moment on.
  FOR command IN
    SELECT 'ALTER TABLE "delivery_attempt" ENABLE ROW LEVEL SECURITY' FROM "pg_class" WHERE "oid" = '"delivery_attempt_0"'::regclass AND "relrowsecurity"
    UNION ALL SELECT format('CREATE POLICY %I ON "delivery_attempt" USING (%s)', "polname", pg_get_expr("polqual", "polrelid"))
      || coalesce(format('; COMMENT ON POLICY %I ON "delivery_attempt" IS %L', "polname", obj_description("oid", 'pg_policy')), '')
      FROM "pg_policy" WHERE "polrelid" = '"delivery_attempt_0"'::regclass
    UNION ALL SELECT format('GRANT %s ON "delivery_attempt" TO %s', a."privilege_type", a."grantee"::regrole)
      FROM "pg_class" c, aclexplode(c."relacl") a WHERE c."oid" = '"delivery_attempt_0"'::regclass AND a."grantee" NOT IN (0, c."relowner")
  LOOP
    EXECUTE command;
  END LOOP;
END $$;
ALTER TABLE "delivery_attempt_0" DROP CONSTRAINT "delivery_attempt_bound";
-- For deliveries beyond all partitions, until a worker has created the next ones.
CREATE TABLE "delivery_attempt_default" PARTITION OF "delivery_attempt" DEFAULT;
