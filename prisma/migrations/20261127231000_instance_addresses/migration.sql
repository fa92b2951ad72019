-- Connections keep the addresses of calls that their element has now. Those that later processes, or meanwhile processes
-- of the version before, create store all of their defaults themselves.
ALTER TABLE "element_instance" ADD COLUMN "default_addresses" JSONB;
UPDATE "element_instance" i SET "default_addresses" = d."addresses" FROM (
  SELECT e."id", jsonb_object_agg(c->>'key', c->>'defaultValue') AS "addresses"
  FROM "element" e, json_array_elements(e."definition"->'configuration') c
  WHERE c->>'key' IN ('base.url', 'allowed.origins') AND coalesce(c->>'defaultValue', '') <> ''
  GROUP BY e."id"
) d WHERE d."id" = i."element_id";
