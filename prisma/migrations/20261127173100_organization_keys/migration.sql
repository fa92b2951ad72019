-- Arrivals and grants are unique within their organization. Processes of the version before insert without naming a key.
ALTER TABLE "event_arrival" DROP CONSTRAINT "event_arrival_pkey",
  ADD CONSTRAINT "event_arrival_pkey" PRIMARY KEY USING INDEX "event_arrival_organization_id_element_instance_id_key_key";
ALTER TABLE "element_access" DROP CONSTRAINT "element_access_pkey",
  ADD CONSTRAINT "element_access_pkey" PRIMARY KEY USING INDEX "element_access_key";
DROP INDEX "element_access_organization_id_element_id_account_id_key";

-- All processes of the version before name the organization of what they insert here.
DROP TRIGGER "formula_revision_organization" ON "formula_revision";
DROP FUNCTION "formula_revision_organization"();
DROP TRIGGER "element_access_organization" ON "element_access";
DROP FUNCTION "element_access_organization"();
DROP TRIGGER "event_arrival_organization" ON "event_arrival";
DROP FUNCTION "event_arrival_organization"();
