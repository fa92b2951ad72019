-- The orders of lists, so that a page reads its own rows only.
CREATE INDEX "account_organization_id_id_idx" ON "account"("organization_id", "id");
CREATE INDEX "user_organization_id_id_idx" ON "user"("organization_id", "id");
CREATE INDEX "integration_organization_id_id_idx" ON "integration"("organization_id", "id");
CREATE INDEX "element_product_organization_id_id_idx" ON "element_product"("organization_id", "id");
CREATE INDEX "notification_organization_id_id_idx" ON "notification"("organization_id", "id");
CREATE INDEX "dead_letter_organization_id_id_idx" ON "dead_letter"("organization_id", "id");
CREATE INDEX "audit_entry_organization_id_id_idx" ON "audit_entry"("organization_id", "id");
CREATE INDEX "agent_access_organization_id_id_idx" ON "agent_access"("organization_id", "id");
CREATE INDEX "element_instance_organization_id_valid_id_idx" ON "element_instance"("organization_id", "valid", "id" DESC);

-- Each is the beginning of one of these.
DROP INDEX "account_organization_id_idx";
DROP INDEX "user_organization_id_idx";
DROP INDEX "integration_organization_id_idx";
DROP INDEX "element_product_organization_id_idx";
