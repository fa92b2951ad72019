-- The type of object and the kinds of changes that an event trigger starts for; all without them.
ALTER TABLE "event_subscription" ADD COLUMN "object_type" TEXT, ADD COLUMN "event_types" TEXT[] NOT NULL DEFAULT '{}';
