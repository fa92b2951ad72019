import type { App } from "#server/context.ts";
import { AUTH_TYPES, TYPE_KEY } from "#server/element/auth/registry.ts";
import { reservedKeys } from "#server/element/definition/automatic-configuration.ts";
import { entriesFor } from "#server/element/definition/fill-configuration.ts";
import { Failure } from "#server/errors.ts";
import type { ElementRecord } from "#server/store/element/elements.ts";
import * as organizations from "#server/store/organization/organizations.ts";
import { findElement } from "../element/find-element.ts";
import { wholeOf } from "../element/present-element.ts";
import { beginAuthorization } from "../instance/begin-authorization.ts";
import { createInstance } from "../instance/create-instance.ts";
import { attempt, type Opened, openConnectSession } from "../instance/open-connect-session.ts";

type World = App & { requestId: string };
type Given = { token: string; configuration: Record<string, string> };

/** The page of a session: whose it is, and the fields that only the customer can fill in. */
export async function readHostedConnect(app: World, token: string) {
  const opened = await openConnectSession(app, token);
  const element = await elementOf(opened);
  const { name: organization } = await organizations.find(app.db.prisma, opened.session.organizationId);
  return {
    organization,
    element: element.name,
    origin: opened.session.origin,
    throughProvider: isOauth(element),
    entries: offeredTo(element),
  };
}

/** Connects with the customer's values; refuses like `openConnectSession`, `attempt` and `createInstance`. */
export async function submitHostedConnect(app: World, { token, configuration }: Given) {
  const opened = await openConnectSession(app, token);
  const { session, ctx } = opened;
  const element = await elementOf(opened);
  refuseOthers(element, configuration);
  const { id } = await attempt(opened, async () => {
    const input = { name: session.name, tags: tagsOf(session), configuration };
    return (await createInstance(ctx, { keyOrId: element.id, input })).instance;
  });
  return { elementInstanceId: id };
}

/** Leads the customer to the provider's page; the instance is created when they return. */
export async function beginHostedConnect(app: World, { token, configuration }: Given) {
  const opened = await openConnectSession(app, token);
  const { session, ctx } = opened;
  const element = await elementOf(opened);
  refuseOthers(element, configuration);
  return beginAuthorization(ctx, {
    keyOrId: String(element.id),
    instance: { name: session.name, tags: tagsOf(session), configuration },
    connectSessionId: session.id,
  });
}

const elementOf = ({ session, ctx }: Opened): Promise<ElementRecord> => findElement(ctx, session.elementId);

const isOauth = (element: ElementRecord): boolean => /^oauth[12]$/i.test(wholeOf(element).authentication.type);

const tagsOf = ({ tags, externalReference }: Opened["session"]): string[] => [
  ...new Set([...tags, ...(externalReference === null ? [] : [externalReference])]),
];

/**
 * The entries that only the customer can know: without a default, and not for events or addresses that belong to the
 * product. A default is never sent to the page.
 */
function offeredTo(element: ElementRecord) {
  const whole = wholeOf(element);
  const reserved = reservedKeys(whole);
  const isAlwaysThere = (key: string) => key === TYPE_KEY || key === "oauth.callback.url" || key.startsWith("event.");
  const own = new Set(AUTH_TYPES[whole.authentication.type].configuration.map(({ key }) => key));
  return entriesFor(whole, { [TYPE_KEY]: whole.authentication.type })
    .filter(({ key, internal, active }) => !internal && active && !isAlwaysThere(key))
    .filter(({ defaultValue }) => !defaultValue)
    .filter(
      ({ key, required, hideFromConsole }) => required || (!hideFromConsole && (!reserved.has(key) || own.has(key))),
    )
    .map((entry) => ({ ...entry, id: entry.id ?? 0, isOwn: !reserved.has(entry.key) }));
}

function refuseOthers(element: ElementRecord, configuration: Record<string, string>): void {
  const offered = new Set(offeredTo(element).map(({ key }) => key));
  const other = Object.keys(configuration).find((key) => !offered.has(key));
  if (other !== undefined)
    throw new Failure("badRequest", `configuration: ${other.slice(0, 100)} cannot be set on this page.`);
}
