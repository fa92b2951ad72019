-- The type of object and the kinds of changes that an event trigger starts for. Without them, every change starts it.
ALTER TABLE "event_subscription" ADD COLUMN "object_type" TEXT, ADD COLUMN "event_types" TEXT[] NOT NULL DEFAULT '{}';
