-- Every run passes through pending. Such runs are found by who holds or awaits them, and this costs two entries less.
DROP INDEX "execution_of_status_idx";
CREATE INDEX "execution_of_status_idx" ON "execution"("organization_id", "status", "created_at", "id") WHERE "status" NOT IN ('success', 'pending', 'queued');
