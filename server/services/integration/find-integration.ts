import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { Integration } from "#server/generated/prisma/client.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import * as integrations from "#server/store/formula-instance/integrations.ts";
import { presentIntegration } from "./present-integration.ts";

/** One integration of the organization; refuses notFound. */
export async function findIntegration({ db, caller: { organizationId } }: Context, id: number): Promise<Integration> {
  const found = await integrations.find(db.prisma, { organizationId, id });
  if (!found) throw noSuchIntegration(id);
  return found;
}

export async function listIntegrations({ db, caller: { organizationId } }: Context, { page }: { page: PageRequest }) {
  return mapPage(await integrations.list(db.prisma, organizationId, page), presentIntegration);
}

export const noSuchIntegration = (id: number) => new Failure("notFound", `There is no integration ${id}.`);
