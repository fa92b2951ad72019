import { LRUCache } from "lru-cache";
import type { RunLimit } from "#server/account/caller.ts";
import { coversInstance } from "#server/account/run-limit.ts";
import { type CommonResources, compileCommonResources, NO_COMMON_RESOURCES } from "#server/common-resource/compile.ts";
import { elementTransformations } from "#server/common-resource/element-transformations.ts";
import { compileElement } from "#server/element/plan.ts";
import type { ElementPlan } from "#server/element/planned.ts";
import type { Vault } from "#server/ports.ts";
import { ofInstance, ownersAbove } from "../common-resource/owner.ts";
import * as transformations from "../common-resource/transformations.ts";
import type { Viewer } from "../database/scope.ts";
import * as elements from "../element/elements.ts";
import type { Database } from "../open-database.ts";
import * as elementInstances from "./element-instances.ts";
import type { InstanceVersion } from "./instance-versions.ts";

/**
 * An element instance that is ready for requests: its row with decrypted configuration, its compiled element and common
 * resources.
 */
export type OpenInstance = {
  instance: elementInstances.ElementInstanceRecord;
  plan: ElementPlan;
  /** Converts objects of this instance by the common resources of its element, organization, account and of itself. */
  commonResources: CommonResources;
  hasRequestTriggers: boolean;
  /** Whether the user who owns the instance has access: it takes no webhooks otherwise. */
  isOwnerActive: boolean;
};

type Compiled = Omit<OpenInstance, "hasRequestTriggers" | "isOwnerActive">;

export type OpenInstances = {
  /**
   * Null after the instance was deleted, and for callers who may not see it (any more). As fresh as a database read:
   * cached values are validated by their version.
   */
  find: (viewer: Viewer & { limit?: RunLimit }, elementInstanceId: number) => Promise<OpenInstance | null>;
  /** Ignores the owner: for webhooks and polls. */
  findOfAllOrganizations: (elementInstanceId: number) => Promise<OpenInstance | null>;
};

const MAX_REMEMBERED = 5000;

/**
 * Compiles each definition and decrypts each configuration once per version in this process; one shared read of
 * versions per request detects changes by any process.
 */
export function createOpenInstances(app: { db: Database; vault: Vault }): OpenInstances {
  const connections = createMemory<Omit<Compiled, "commonResources">>();
  const plans = createMemory<ElementPlan>();
  const commonResources = createMemory<CommonResources>();

  return {
    async find({ limit, organizationId, userId }, elementInstanceId) {
      const viewer = { organizationId, userId };
      const found = await recall(await app.db.findInstanceVersion({ elementInstanceId, viewer }));
      return !found || !limit || coversInstance(limit, found.instance) ? found : null;
    },
    findOfAllOrganizations: async (elementInstanceId) =>
      recall(await app.db.findInstanceVersion({ elementInstanceId, viewer: null })),
  };

  async function recall(found: InstanceVersion | null): Promise<OpenInstance | null> {
    if (!found) return null;
    const {
      elementInstanceId,
      version,
      elementId,
      elementVersion,
      extensionVersion,
      hasRequestTriggers,
      isOwnerActive,
    } = found;
    const key = `${version} ${elementId} ${elementVersion} ${extensionVersion}`;
    const connection = await connections.recall(elementInstanceId, key, () => open(found));
    if (!connection) return null;
    return {
      ...connection,
      commonResources: await commonResourcesOf(found, connection),
      hasRequestTriggers,
      isOwnerActive,
    };
  }

  async function open(found: InstanceVersion): Promise<Omit<Compiled, "commonResources"> | null> {
    const instance = await elementInstances.open(app, found);
    if (!instance) return null;
    const plan = await planOf(found);
    return plan && { instance, plan };
  }

  /** Without transformations, nothing is read or cached. */
  async function commonResourcesOf(
    { elementInstanceId, elementId, elementVersion, commonResourcesVersion }: InstanceVersion,
    { instance, plan }: Omit<Compiled, "commonResources">,
  ): Promise<CommonResources> {
    const { defaultTransformations } = plan.element;
    if (commonResourcesVersion === 0 && defaultTransformations === undefined) return NO_COMMON_RESOURCES;
    const key = `${elementId} ${elementVersion} ${commonResourcesVersion}`;
    const found = await commonResources.recall(elementInstanceId, key, async () => {
      const owner = ofInstance(instance);
      const saved = await transformations.list(app.db.prisma, {
        owners: [...ownersAbove(owner), owner],
        elementId: instance.elementId,
      });
      const levels = saved.map(({ value: transformation, ...rest }) => ({ ...rest, transformation }));
      return compileCommonResources([...elementTransformations(defaultTransformations), ...levels]);
    });
    return found ?? NO_COMMON_RESOURCES;
  }

  /** Accounts without extensions of an element share its plan. */
  function planOf({ elementId, accountId, elementVersion, extensionVersion }: InstanceVersion) {
    const whose = extensionVersion > 0 ? `${elementId} ${accountId}` : String(elementId);
    return plans.recall(whose, `${elementVersion} ${extensionVersion}`, async () => {
      const definition = await elements.readDefinition(app.db.prisma, app.vault, { elementId, accountId });
      return definition && compileElement(definition.element, definition.extension);
    });
  }
}

/** Caches one value per name for as long as its key stays the same; evicts the least recently used. */
function createMemory<Value>() {
  const entries = new LRUCache<string | number, { key: string; value: Promise<Value | null> }>({ max: MAX_REMEMBERED });
  return {
    recall(name: string | number, key: string, make: () => Promise<Value | null>): Promise<Value | null> {
      const known = entries.get(name);
      if (known?.key === key) return known.value;
      const value = make();
      entries.set(name, { key, value });
      value.catch(() => entries.get(name)?.value === value && entries.delete(name));
      return value;
    },
  };
}
