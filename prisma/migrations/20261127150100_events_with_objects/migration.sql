-- Events with several objects, of which the newest are searched for the others.
CREATE INDEX CONCURRENTLY "event_of_several_objects_idx" ON "event"("organization_id", "created_at", "id") WHERE "object_ids"[2] IS NOT NULL;
