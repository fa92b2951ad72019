-- AlterTable
ALTER TABLE "organization" ADD COLUMN "external_id" TEXT,
ADD COLUMN "profile" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN "password_policy" JSONB,
ADD COLUMN "branding" JSONB;

-- AlterTable
ALTER TABLE "account" ADD COLUMN "description" TEXT,
ADD COLUMN "external_id" TEXT,
ADD COLUMN "active" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN "roles" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "settings" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "user" ADD COLUMN "first_name" TEXT NOT NULL DEFAULT '',
ADD COLUMN "last_name" TEXT NOT NULL DEFAULT '',
ADD COLUMN "roles" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "external_id" TEXT,
ADD COLUMN "profile" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN "previous_passwords" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "password_changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN "last_login_at" TIMESTAMPTZ(3),
ADD COLUMN "deleted_at" TIMESTAMPTZ(3);

-- What follows cannot be said in schema.prisma.

-- Names were one text before, and roles one of three words.
UPDATE "user" u SET
  "first_name" = split_part(u."name", ' ', 1),
  "last_name" = ltrim(substr(u."name", length(split_part(u."name", ' ', 1)) + 1)),
  "roles" = ARRAY[CASE u."role"
    WHEN 'administrator' THEN CASE WHEN a."is_default" THEN 'org-admin' ELSE 'admin' END
    WHEN 'designer' THEN 'org'
    ELSE 'viewer' END]
FROM "account" a WHERE a."id" = u."account_id";

-- User 1 is nobody's, as account 1 is: clients take it for the example of another organisation's user.
INSERT INTO "user" ("organization_id", "account_id", "email", "name", "role", "active", "password_hash", "secret_hash", "secret_sealed")
SELECT a."organization_id", a."id", 'system@formulary.invalid', 'System', 'viewer', false, '', '\x00', ''
FROM "account" a JOIN "organization" o ON o."id" = a."organization_id"
WHERE o."secret_hash" = '\x00' AND NOT EXISTS (SELECT 1 FROM "user" WHERE "id" = 1)
ORDER BY a."id" LIMIT 1;
