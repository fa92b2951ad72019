import { exportSchema } from "#server/common-resource/exported.ts";
import { exportCommonResource } from "../../common-resource/export-common-resource.ts";
import { importCommonResource } from "../../common-resource/import-common-resource.ts";
import { listNames } from "../../common-resource/list-names.ts";
import type { DefinitionTarget } from "./definition-target.ts";

/** Common resources of the account and of the organization by their names; they have no id. */
export const commonResource: DefinitionTarget = {
  async list(ctx, names) {
    const known = await listNames(ctx);
    const wanted = names ? known.filter((name) => names.includes(name)) : known;
    return Promise.all(
      wanted.map(async (name) => ({ id: undefined, name, json: { ...(await exportCommonResource(ctx, name)) } })),
    );
  },

  async save(ctx, json) {
    await importCommonResource(ctx, exportSchema.parse(json));
    return undefined;
  },
};
