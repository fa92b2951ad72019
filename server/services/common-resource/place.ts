import { elementTransformations } from "#server/common-resource/element-transformations.ts";
import type { LeveledTransformation } from "#server/common-resource/shape.ts";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import {
  type OwnedLevel,
  type Owner,
  ofAccount,
  ofInstance,
  ofOrganization,
} from "#server/store/common-resource/owner.ts";
import { findAccount } from "../account/find-account.ts";
import { requireDesigner, requireOrganizationAdministrator } from "../account/require-role.ts";
import { findElement } from "../element/find-element.ts";
import { elementOf, findInstance } from "../instance/find-instance.ts";

/** How a path names an owner: by its level, and by an id or as the caller's own. */
export type Address = {
  level: OwnedLevel;
  accountId?: number | undefined;
  elementInstanceId?: number | undefined;
  /** The element of transformations; an element instance has its own. */
  keyOrId?: string | undefined;
};

/** An element whose objects are converted, with its own transformations. */
export type ConvertedElement = { id: number; key: string; transformations: LeveledTransformation[] };

type OwnerLevel = {
  /** The owner, if the caller sees it; refuses notFound. */
  find: (ctx: Context, address: Address) => Promise<Owner>;
  /** Refuses (forbidden) callers who may not change the owner's values. */
  requireChange: (ctx: Context) => void | Promise<void>;
  /** Refuses notFound. */
  findElement: (ctx: Context, address: Address) => Promise<ConvertedElement>;
};

const namedElement: OwnerLevel["findElement"] = async (ctx, { keyOrId = "" }) =>
  converted(await findElement(ctx, keyOrId));

/** The owners of definitions and transformations, by level. */
export const OWNER_LEVELS: Record<OwnedLevel, OwnerLevel> = {
  organization: {
    find: async ({ caller }) => ofOrganization(caller.organizationId),
    requireChange: (ctx) => requireOrganizationAdministrator(ctx),
    findElement: namedElement,
  },
  account: {
    find: async (ctx, { accountId = ctx.caller.accountId }) =>
      ofAccount(ctx.caller.organizationId, (await findAccount(ctx, accountId)).id),
    requireChange: requireDesigner,
    findElement: namedElement,
  },
  instance: {
    find: async (ctx, address) => ofInstance(await findInstance(ctx, addressOf(address))),
    requireChange: requireDesigner,
    async findElement(ctx, address) {
      const element = await elementOf(ctx, await findInstance(ctx, addressOf(address)));
      if (!element) throw new Error("An element instance has no element.");
      return converted(element);
    },
  },
};

/** Whether the caller may change values at this level. */
export async function mayChangeAt(ctx: Context, level: OwnedLevel): Promise<boolean> {
  try {
    await OWNER_LEVELS[level].requireChange(ctx);
    return true;
  } catch (error) {
    if (error instanceof Failure && error.kind === "forbidden") return false;
    throw error;
  }
}

const addressOf = ({ elementInstanceId }: Address) => ({ elementInstanceId });

const converted = ({ id, key, definition }: { id: number; key: string; definition: Record<string, unknown> }) => ({
  id,
  key,
  transformations: elementTransformations(definition.defaultTransformations),
});
