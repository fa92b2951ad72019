-- Grants are looked up by their element: the primary key of the next migration begins with it.
CREATE UNIQUE INDEX CONCURRENTLY "element_access_key" ON "element_access"("element_id", "account_id", "organization_id");
