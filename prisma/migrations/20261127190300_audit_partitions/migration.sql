-- The table becomes the first partition of one with the same name and columns. No row is read: the constraint is checked.
-- Processes of the version before continue.
ALTER TABLE "audit_entry" RENAME TO "audit_entry_0";
ALTER TABLE "audit_entry_0" DROP CONSTRAINT "audit_entry_pkey";
ALTER TABLE "audit_entry_0" ADD CONSTRAINT "audit_entry_0_pkey" PRIMARY KEY USING INDEX "audit_entry_0_pkey";
ALTER INDEX "audit_entry_organization_id_entity_created_at_idx" RENAME TO "audit_entry_0_organization_id_entity_created_at_idx";
ALTER INDEX "audit_entry_created_at_idx" RENAME TO "audit_entry_0_created_at_idx";
ALTER INDEX "audit_entry_organization_id_id_idx" RENAME TO "audit_entry_0_organization_id_id_idx";

CREATE TABLE "audit_entry" (LIKE "audit_entry_0" INCLUDING DEFAULTS) PARTITION BY RANGE ("created_at");
ALTER SEQUENCE "audit_entry_id_seq" OWNED BY "audit_entry"."id";
ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("organization_id", "created_at", "id");
CREATE INDEX "audit_entry_organization_id_entity_created_at_idx" ON "audit_entry"("organization_id", "entity", "created_at");
CREATE INDEX "audit_entry_created_at_idx" ON "audit_entry"("created_at");
CREATE INDEX "audit_entry_organization_id_id_idx" ON "audit_entry"("organization_id", "id");

DO $$
DECLARE
  bound text := (SELECT substring(pg_get_constraintdef("oid") FROM '''([^'']+)''') FROM "pg_constraint"
    WHERE "conname" = 'audit_entry_bound' AND "conrelid" = '"audit_entry_0"'::regclass);
  command text;
BEGIN
  EXECUTE format('ALTER TABLE "audit_entry" ATTACH PARTITION "audit_entry_0" FOR VALUES FROM (MINVALUE) TO (%L)', bound);
  -- Callers have the same rights and policies as before, from the same moment on.
  FOR command IN
    SELECT 'ALTER TABLE "audit_entry" ENABLE ROW LEVEL SECURITY' FROM "pg_class" WHERE "oid" = '"audit_entry_0"'::regclass AND "relrowsecurity"
    UNION ALL SELECT format('CREATE POLICY %I ON "audit_entry" USING (%s)', "polname", pg_get_expr("polqual", "polrelid"))
      || coalesce(format('; COMMENT ON POLICY %I ON "audit_entry" IS %L', "polname", obj_description("oid", 'pg_policy')), '')
      FROM "pg_policy" WHERE "polrelid" = '"audit_entry_0"'::regclass
    UNION ALL SELECT format('GRANT %s ON "audit_entry" TO %s', a."privilege_type", a."grantee"::regrole)
      FROM "pg_class" c, aclexplode(c."relacl") a WHERE c."oid" = '"audit_entry_0"'::regclass AND a."grantee" NOT IN (0, c."relowner")
  LOOP
    EXECUTE command;
  END LOOP;
END $$;
ALTER TABLE "audit_entry_0" DROP CONSTRAINT "audit_entry_bound";
-- For entries beyond all partitions, until a worker has created the next ones.
CREATE TABLE "audit_entry_default" PARTITION OF "audit_entry" DEFAULT;
