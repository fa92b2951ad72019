import { exportSchema } from "#server/common-resource/exported.ts";
import { commonResource as KIND } from "#server/definition-files/kinds/common-resource.ts";
import { exportCommonResource, findCommonResource } from "../../common-resource/export-common-resource.ts";
import { importCommonResource } from "../../common-resource/import-common-resource.ts";
import { listNames } from "../../common-resource/list-names.ts";
import { changedAfterPlan } from "../../refuse-other-version.ts";
import { comparedRevision } from "../compared-revision.ts";
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

  async save(ctx, json, { revision }) {
    const parsed = exportSchema.parse(json);
    await importCommonResource(ctx, parsed, async (tx) => {
      if (revision === undefined) return;
      const name = KIND.nameOf(json) ?? "";
      const found = await findCommonResource(ctx, tx, name);
      const existing = found ? [{ id: undefined, name, json: { ...found } }] : [];
      if (comparedRevision(KIND, existing) !== revision) throw changedAfterPlan();
    });
    return undefined;
  },
};
