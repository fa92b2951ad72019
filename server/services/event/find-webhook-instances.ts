import type { App } from "#server/context.ts";
import type { EventKind } from "#server/element/event-kinds/event-kind.ts";
import { DEFAULT_EVENT_KIND, EVENT_KINDS, type EventSource } from "#server/element/event-kinds/registry.ts";
import { Failure } from "#server/errors.ts";
import { type Finder, isNamed, parseFinder, textAt } from "#server/event/finder.ts";
import { partsOfName } from "#server/event/webhook-name.ts";
import type { OpenInstance } from "#server/store/element-instance/open-instances.ts";
import { instancesOfKey } from "#server/store/event/event-instances.ts";
import { type Addressee, isSignedFor, SIGNED_ONLY } from "../instance/event-address.ts";

/** How a webhook identifies its element instance. */
export type WebhookAddress = {
  /** The key of the element; a suffix names the source of the payload. */
  elementKey: string;
  /** The rest of the path: the id, plain or in base64. */
  named?: string | undefined;
  /** The header `Element-Instances`, ids separated by commas; or `Id`. */
  listed?: string | undefined;
  payload: unknown;
};

export type WebhookInstances = { connections: OpenInstance[]; source: EventSource };

const FINDER = "event.notification.instance.finder";
const MOST_INSTANCES = 32;
const MOST_SEARCHED = 20_000;

/**
 * Finds the element instances that a webhook is for. Instances in the header `Element-Instances` may belong to another
 * element than the path. Refuses the same notFound for an instance that does not exist, is disabled, has an owner without access, belongs to another
 * element, takes no events, or whose address is signed wrongly or not as required, so that ids cannot be probed;
 * badRequest if no instance is named.
 */
export async function findWebhookInstances(app: App, address: WebhookAddress): Promise<WebhookInstances> {
  const { elementKey, named, listed } = address;
  const { name, signature } = partsOfName(named);
  if (name === undefined && listed === undefined)
    return { connections: [await findNamed(app, address)], source: DEFAULT_EVENT_KIND.type };
  const isSigned = signature === undefined ? undefined : (instance: Addressee) => isSignedFor(instance, signature);
  const connections = await findAccepting(app, { elementKey, name, listed, isSigned });
  if (!connections) throw nobody(elementKey);
  const kind = KINDS.find((one) => connections.every((connection) => isAddress(connection, one, elementKey)));
  return { connections, source: (kind ?? DEFAULT_EVENT_KIND).type };
}

type Accepting = {
  elementKey: string;
  /** The id in the path, or the ids in the header. */
  name: string | undefined;
  listed: string | undefined;
  /** Whether the signature behind the id is that of an instance; undefined without one. */
  isSigned: ((instance: Addressee) => boolean) | undefined;
};

/** The instances of these ids, if each of them accepts the webhook. Refuses badRequest for too many ids. */
export async function findAccepting(
  app: App,
  { elementKey, name, listed, isSigned }: Accepting,
): Promise<OpenInstance[] | undefined> {
  const ids = name === undefined ? (listed ?? "").split(",").map(idIn) : [idIn(name)];
  if (ids.length > MOST_INSTANCES)
    throw new Failure("badRequest", `Element-Instances: at most ${MOST_INSTANCES} ids are accepted.`);
  const found = await Promise.all([...new Set(ids)].map((id) => app.openInstances.findOfAllOrganizations(id)));
  const connections = found.filter(
    (connection) =>
      connection !== null &&
      takesEvents(connection) &&
      mayBeNamed(connection, isSigned) &&
      (name === undefined || isOf(connection, elementKey)),
  ) as OpenInstance[]; // null was dropped
  return connections.length < found.length ? undefined : connections;
}

const takesEvents = ({ instance: { disabled, configuration }, isOwnerActive }: OpenInstance): boolean =>
  !disabled && isOwnerActive && configuration["event.notification.enabled"] === "true";

/** Whether the address has a valid signature, or needs none. */
const mayBeNamed = ({ instance }: OpenInstance, isSigned: Accepting["isSigned"]): boolean =>
  isSigned ? isSigned(instance) : instance.configuration[SIGNED_ONLY] !== "true";

const KINDS = Object.values(EVENT_KINDS);

const isAddress = ({ plan }: OpenInstance, { addressSuffix = "" }: EventKind, elementKey: string): boolean =>
  `${plan.element.key}${addressSuffix}` === elementKey;

const isOf = (connection: OpenInstance, elementKey: string): boolean =>
  KINDS.some((kind) => isAddress(connection, kind, elementKey));

const nobody = (elementKey: string) =>
  new Failure(
    "notFound",
    `No element instance of ${JSON.stringify(elementKey.slice(0, 100))} accepts events at this address. The instance must exist, be enabled and have event.notification.enabled set to true.`,
  );

/** Parses a plain id, or one in base64; 0 for anything else. The base64 of digits never starts with a digit. */
function idIn(text: string): number {
  const trimmed = text.trim();
  const digits = /^\d+$/.test(trimmed) ? trimmed : Buffer.from(trimmed, "base64").toString("latin1");
  return /^[1-9]\d{0,9}$/.test(digits) && Number(digits) < 2 ** 31 ? Number(digits) : 0;
}

/**
 * Finds the instance whose configuration matches the payload (`event.notification.instance.finder`). Private elements
 * of several organizations may share a key: a webhook that matches more than one organization matches none.
 */
async function findNamed(app: App, { elementKey, payload }: WebhookAddress): Promise<OpenInstance> {
  const all = await instancesOfKey(app.db.pool, elementKey, MOST_SEARCHED);
  const catalog = all.filter(({ isCatalog }) => isCatalog);
  const connections = await Promise.all(
    (catalog.length > 0 ? catalog : all).map(({ id }) => app.openInstances.findOfAllOrganizations(id)),
  );
  let hasFinder = false;
  const matching = connections.filter((connection) => {
    const finder = connection && finderOf(connection);
    hasFinder ||= Boolean(finder);
    return (
      connection &&
      finder &&
      takesEvents(connection) &&
      isOf(connection, elementKey) &&
      isNamed(connection.instance.configuration, finder, textAt(payload, finder))
    );
  }) as OpenInstance[]; // null was dropped
  const [found] = matching;
  if (!hasFinder) {
    throw new Failure(
      "badRequest",
      "Element-Instances: name the element instance of the event in this header, or send its id in the path.",
    );
  }
  const isOneOrganization = new Set(matching.map(({ instance }) => instance.organizationId)).size === 1;
  if (!found || !isOneOrganization) throw nobody(elementKey);
  return found;
}

function finderOf({ instance: { configuration }, plan: { element } }: OpenInstance): Finder | null {
  const standard = element.configuration.find(({ key }) => key === FINDER)?.defaultValue;
  return parseFinder(configuration[FINDER] || standard);
}
