-- The primary key of the next version.
CREATE UNIQUE INDEX CONCURRENTLY "element_access_organization_id_element_id_account_id_key" ON "element_access"("organization_id", "element_id", "account_id");
