-- Arrivals of more than one version ago have 0: those of today's processes name their organization.
UPDATE "event_arrival" a SET "organization_id" = i."organization_id" FROM "element_instance" i
WHERE i."id" = a."element_instance_id" AND a."organization_id" = 0;
