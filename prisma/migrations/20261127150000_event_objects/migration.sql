-- Events are found by the id of their first object; longer texts than the indexed beginning would be refused.
CREATE INDEX CONCURRENTLY "event_first_object_idx" ON "event"("organization_id", (left("object_ids"[1], 255)), "created_at", "id") WHERE "object_ids"[1] IS NOT NULL;
