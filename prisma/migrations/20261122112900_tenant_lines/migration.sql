-- Whose trace it is: those of other accounts of the organization are not shown.
ALTER TABLE "provision_trace" ADD COLUMN "account_id" INTEGER;

-- Formula instances that start at what happens at an element instance which their owner may not see: of another
-- organization, or of an account that is not theirs.
DELETE FROM "request_subscription" s WHERE NOT EXISTS (
  SELECT FROM "element_instance" i, "formula_instance" f JOIN "user" u ON u.id = f.user_id JOIN "account" a ON a.id = u.account_id
  WHERE i.id = s.element_instance_id AND f.id = s.formula_instance_id
    AND i.organization_id = f.organization_id AND u.organization_id = f.organization_id AND s.organization_id = f.organization_id
    AND (a.is_default OR u.roles || a.roles && ARRAY['org-admin', 'customer-admin', 'sys-admin'] OR i.account_id = u.account_id));
DELETE FROM "event_subscription" s WHERE NOT EXISTS (
  SELECT FROM "element_instance" i, "formula_instance" f JOIN "user" u ON u.id = f.user_id JOIN "account" a ON a.id = u.account_id
  WHERE i.id = s.element_instance_id AND f.id = s.formula_instance_id
    AND i.organization_id = f.organization_id AND u.organization_id = f.organization_id AND s.organization_id = f.organization_id
    AND (a.is_default OR u.roles || a.roles && ARRAY['org-admin', 'customer-admin', 'sys-admin'] OR i.account_id = u.account_id));
