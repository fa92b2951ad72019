-- People write revisions and grant access: these are few rows, which are locked one by one.
UPDATE "formula_revision" r SET "organization_id" = u."organization_id" FROM "user" u WHERE u."id" = r."user_id" AND r."organization_id" = 0;
UPDATE "element_access" a SET "organization_id" = c."organization_id" FROM "account" c WHERE c."id" = a."account_id" AND a."organization_id" = 0;
