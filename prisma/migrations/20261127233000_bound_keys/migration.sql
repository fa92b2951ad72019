-- The variables whose values were entered as element instances. For formula instances that processes of the version before
-- create, null: all of that type.
ALTER TABLE "formula_instance" ADD COLUMN "bound_keys" JSONB;
UPDATE "formula_instance" i SET "bound_keys" = (
  SELECT coalesce(jsonb_agg(c->>'key'), '[]') FROM json_array_elements(f."definition"->'configuration') c
  WHERE c->>'type' = 'elementInstance'
) FROM "formula" f WHERE f."id" = i."formula_id";
