-- Home reads the few deactivated subscriptions of an organization every few seconds, and must not read all others.
CREATE INDEX CONCURRENTLY "subscription_given_up_idx" ON "subscription"("organization_id", "id" DESC) WHERE "given_up_at" IS NOT NULL;
