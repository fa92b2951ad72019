-- The tables become the first partitions of those with the same names and columns. No row is read: the constraints are
-- checked. Processes of the version before continue.
ALTER TABLE "usage" RENAME TO "usage_0";
ALTER TABLE "usage_0" DROP CONSTRAINT "usage_pkey";
ALTER TABLE "usage_0" ADD CONSTRAINT "usage_0_pkey" PRIMARY KEY USING INDEX "usage_0_pkey";
DROP INDEX "usage_organization_id_created_at_request_id_idx";
DROP INDEX "usage_created_at_idx";
CREATE TABLE "usage" (LIKE "usage_0" INCLUDING DEFAULTS) PARTITION BY RANGE ("created_at");
ALTER TABLE "usage" ADD CONSTRAINT "usage_pkey" PRIMARY KEY ("organization_id", "created_at", "request_id");
CREATE INDEX "usage_request_id_idx" ON "usage"("request_id");

ALTER TABLE "provider_exchange" RENAME TO "provider_exchange_0";
ALTER TABLE "provider_exchange_0" DROP CONSTRAINT "provider_exchange_pkey";
ALTER TABLE "provider_exchange_0" ADD CONSTRAINT "provider_exchange_0_pkey" PRIMARY KEY USING INDEX "provider_exchange_0_pkey";
ALTER INDEX "provider_exchange_created_at_idx" RENAME TO "provider_exchange_0_created_at_idx";
CREATE TABLE "provider_exchange" (LIKE "provider_exchange_0" INCLUDING DEFAULTS) PARTITION BY RANGE ("created_at");
ALTER TABLE "provider_exchange" ADD CONSTRAINT "provider_exchange_pkey" PRIMARY KEY ("request_id", "n", "organization_id", "created_at");
CREATE INDEX "provider_exchange_created_at_idx" ON "provider_exchange" USING BRIN ("created_at");

ALTER TABLE "api_tally" RENAME TO "api_tally_0";
ALTER TABLE "api_tally_0" RENAME CONSTRAINT "api_tally_pkey" TO "api_tally_0_pkey";
ALTER INDEX "api_tally_organization_id_minute_idx" RENAME TO "api_tally_0_organization_id_minute_idx";
CREATE TABLE "api_tally" (LIKE "api_tally_0" INCLUDING DEFAULTS) PARTITION BY RANGE ("minute");
ALTER TABLE "api_tally" ADD CONSTRAINT "api_tally_pkey" PRIMARY KEY ("account_id", "minute");
CREATE INDEX "api_tally_organization_id_minute_idx" ON "api_tally"("organization_id", "minute");

DO $$
DECLARE
  part text;
  bound text;
  command text;
BEGIN
  FOREACH part IN ARRAY ARRAY['usage', 'provider_exchange', 'api_tally'] LOOP
    bound := (SELECT substring(pg_get_constraintdef("oid") FROM '''([^'']+)''') FROM "pg_constraint"
      WHERE "conname" = part || '_bound' AND "conrelid" = format('%I', part || '_0')::regclass);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', part, part || '_0', bound);
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', part || '_0', part || '_bound');
    -- For rows beyond all partitions, until a worker has created the next ones.
    EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', part || '_default', part);
    -- Callers have the same rights and policies as before, from the same moment on.
    FOR command IN
      SELECT format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', part) FROM "pg_class" WHERE "oid" = format('%I', part || '_0')::regclass AND "relrowsecurity"
      UNION ALL SELECT format('CREATE POLICY %I ON %I USING (%s)', "polname", part, pg_get_expr("polqual", "polrelid"))
        || coalesce(format('; COMMENT ON POLICY %I ON %I IS %L', "polname", part, obj_description("oid", 'pg_policy')), '')
        FROM "pg_policy" WHERE "polrelid" = format('%I', part || '_0')::regclass
      UNION ALL SELECT format('GRANT %s ON %I TO %s', a."privilege_type", part, a."grantee"::regrole)
        FROM "pg_class" c, aclexplode(c."relacl") a WHERE c."oid" = format('%I', part || '_0')::regclass AND a."grantee" NOT IN (0, c."relowner")
    LOOP
      EXECUTE command;
    END LOOP;
  END LOOP;
END $$;
