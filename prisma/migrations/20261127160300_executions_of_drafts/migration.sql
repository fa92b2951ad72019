CREATE INDEX CONCURRENTLY "execution_of_drafts_idx" ON "execution"("organization_id", "created_at", "id") WHERE "revision" < 0;
