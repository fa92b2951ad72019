-- The primary key of the next version.
CREATE UNIQUE INDEX CONCURRENTLY "event_arrival_organization_id_element_instance_id_key_key" ON "event_arrival"("organization_id", "element_instance_id", "key");
