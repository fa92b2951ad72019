-- The deactivation of a subscription that a user dismissed. A later one is another.
ALTER TABLE "subscription" ADD COLUMN "dismissed_given_up_at" TIMESTAMPTZ(3);
