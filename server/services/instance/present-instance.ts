import { MASK } from "#server/account/mask.ts";
import type { Context } from "#server/context.ts";
import { isoSeconds } from "#server/iso-date.ts";
import type { ElementRecord } from "#server/store/element/elements.ts";
import type { ElementInstanceRecord } from "#server/store/element-instance/element-instances.ts";
import * as users from "#server/store/organization/users.ts";
import { presentUser } from "../account/present-user.ts";
import { mayChange } from "../account/require-role.ts";
import { presentLight, wholeOf } from "../element/present-element.ts";
import { elementOf } from "./find-instance.ts";
import { shownConfiguration } from "./shown-configuration.ts";

/** One element instance as the API shows it, without secrets except for its own token, which is masked for viewers. */
export async function presentInstance(ctx: Context, instance: ElementInstanceRecord) {
  const [shown] = await presentInstances(ctx, [instance], {});
  if (!shown) throw new Error("An instance is missing.");
  return shown;
}

/** Presents a list of element instances; `hydrate: false` leaves the elements out. */
export async function presentInstances(
  ctx: Context,
  instances: readonly ElementInstanceRecord[],
  { hydrate = true }: { hydrate?: boolean | undefined },
) {
  const byElement = await oncePer(
    instances,
    ({ elementId }) => elementId,
    (one) => elementOf(ctx, one),
  );
  const byUser = await oncePer(
    instances,
    ({ userId }) => userId,
    ({ organizationId, userId }) => users.find(ctx.db.prisma, { organizationId, userId }),
  );
  return instances.map((instance) => {
    const element = byElement.get(instance.elementId) ?? null;
    return {
      ...present(ctx, instance, element),
      user: userOf(byUser.get(instance.userId) ?? null),
      ...(hydrate && element && { element: presentLight(element) }),
    };
  });
}

function present(ctx: Context, instance: ElementInstanceRecord, element: ElementRecord | null) {
  const { id, name, token, elementId, tags, valid, disabled, configuration, externalAuthentication } = instance;
  return {
    id,
    name,
    createdDate: isoSeconds(instance.createdAt),
    updatedDate: isoSeconds(instance.updatedAt),
    token: mayChange(ctx) ? token : MASK,
    elementId,
    tags,
    provisionInteractions: [],
    valid,
    disabled,
    maxCacheSize: 0,
    cacheTimeToLive: 0,
    cachingEnabled: false,
    eventsEnabled: configuration["event.notification.enabled"] === "true",
    traceLoggingEnabled: instance.tracedUntil !== null && instance.tracedUntil > ctx.now(),
    externalAuthentication: externalAuthentication ?? "none",
    configuration: shownConfiguration(ctx, element ? wholeOf(element) : { configuration: [] }, configuration),
  };
}

function userOf(user: users.FullUser | null) {
  if (!user) return { id: 0, emailAddress: "", firstName: "", lastName: "" };
  const { id, email, firstName, lastName } = presentUser(user);
  return { id, emailAddress: email, firstName, lastName };
}

async function oncePer<Item, Key, Value>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
  find: (item: Item) => Promise<Value>,
): Promise<Map<Key, Value>> {
  const first = new Map(items.map((item) => [keyOf(item), item]));
  return new Map(await Promise.all([...first].map(async ([key, item]) => [key, await find(item)] as const)));
}
