import type { Context } from "#server/context.ts";
import { DEFINITIONS } from "#server/services/common-resource/definitions.ts";
import { listNames } from "#server/services/common-resource/list-names.ts";
import { createOne } from "#server/services/common-resource/save.ts";

const NAME = "contacts";
const FIELDS = ["id", "first_name", "last_name", "email"];

/** Defines the contacts that both CRMs of the demo return, so that people see a common resource. */
export async function seedCommonResources(ctx: Context): Promise<void> {
  if ((await listNames(ctx)).includes(NAME)) return;
  const fields = FIELDS.map((path) => ({ path, type: "string" }));
  await createOne(ctx, { kind: DEFINITIONS, level: "organization", name: NAME, value: { fields } });
}
