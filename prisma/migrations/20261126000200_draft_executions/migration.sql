-- Retention finds revisions of drafts that no execution needs.
CREATE INDEX CONCURRENTLY "execution_draft_idx" ON "execution"("formula_id", "revision") WHERE "revision" < 0;
