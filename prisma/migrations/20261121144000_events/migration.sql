-- CreateTable
CREATE TABLE "event_subscription" (
    "formula_instance_id" INTEGER NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "element_instance_id" INTEGER NOT NULL,

    CONSTRAINT "event_subscription_pkey" PRIMARY KEY ("formula_instance_id")
);

-- CreateTable
CREATE TABLE "event" (
    "id" BIGINT NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "element_instance_id" INTEGER NOT NULL,
    "element_key" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "objects" TEXT NOT NULL,
    "object_ids" TEXT[],
    "raw" TEXT,
    "raw_event_id" BIGINT,
    "unread" TEXT,
    "read_until" TIMESTAMPTZ(3),
    "notifies" BOOLEAN NOT NULL DEFAULT false,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event_arrival" (
    "element_instance_id" INTEGER NOT NULL,
    "key" BYTEA NOT NULL,
    "event_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "event_arrival_pkey" PRIMARY KEY ("element_instance_id","key")
);

-- CreateTable
CREATE TABLE "event_start" (
    "event_id" BIGINT NOT NULL,
    "n" INTEGER NOT NULL,
    "formula_instance_id" INTEGER NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "execution_id" BIGINT,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "event_start_pkey" PRIMARY KEY ("event_id","n","formula_instance_id")
);

-- CreateIndex
CREATE INDEX "event_subscription_element_instance_id_idx" ON "event_subscription"("element_instance_id");

-- CreateIndex
CREATE INDEX "event_element_instance_id_created_at_id_idx" ON "event"("element_instance_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "event_organization_id_created_at_id_idx" ON "event"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "event_arrival_created_at_idx" ON "event_arrival"("created_at");

-- AddForeignKey
ALTER TABLE "event_subscription" ADD CONSTRAINT "event_subscription_formula_instance_id_fkey" FOREIGN KEY ("formula_instance_id") REFERENCES "formula_instance"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What follows cannot be said in schema.prisma.

-- Events are known by their id before they are written.
CREATE SEQUENCE "event_id_seq" INCREMENT BY 64;

-- Rows change status a few times: room on the page keeps those updates out of the indexes.
ALTER TABLE "event" SET (fillfactor = 80);
ALTER TABLE "event_start" SET (fillfactor = 80);

-- What is left to do is found without reading what is done.
CREATE INDEX "event_unread" ON "event" ("read_until") WHERE "status" = 'NEW';
CREATE INDEX "event_start_waiting" ON "event_start" ("event_id", "n") WHERE "execution_id" IS NULL AND "reason" IS NULL;

-- Formula instances that were there before events were: what their trigger names is a number or one of their variables.
INSERT INTO "event_subscription" ("formula_instance_id", "organization_id", "element_instance_id")
SELECT "id", "organization_id", "named"::int FROM (
  SELECT i."id", i."organization_id", coalesce(
    i."configuration"->>substring(t."told" FROM '^\$\{config\.([^}]+)\}$'), t."told") AS "named"
  FROM "formula_instance" i JOIN "formula" f ON f."id" = i."formula_id"
  CROSS JOIN LATERAL (SELECT f."definition"->'triggers'->0->'properties'->>'elementInstanceId' AS "told") t
  WHERE i."active" AND f."active" AND f."definition"->'triggers'->0->>'type' = 'event'
) AS "triggered" WHERE "named" ~ '^[1-9][0-9]{0,8}$';
