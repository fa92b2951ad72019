import type { App } from "#server/context.ts";
import { authenticationOf } from "#server/element/auth/authentication-of.ts";
import { TYPE_KEY } from "#server/element/auth/registry.ts";
import { reservedKeys } from "#server/element/definition/automatic-configuration.ts";
import { entriesFor } from "#server/element/definition/fill-configuration.ts";
import { Failure } from "#server/errors.ts";
import * as organizations from "#server/store/organization/organizations.ts";
import { findElement } from "../element/find-element.ts";
import { wholeOf } from "../element/present-element.ts";
import { listAuthenticationTypes } from "../instance/authentication-types.ts";
import { beginAuthorization } from "../instance/begin-authorization.ts";
import { createInstance } from "../instance/create-instance.ts";
import { attempt, type Opened, openConnectSession } from "../instance/open-connect-session.ts";
import { brandOf } from "../organization/branding.ts";

type World = App & { requestId: string };
type Given = { token: string; configuration: Record<string, string> };

/** The page of a session: whose it is, and for each way to sign in the fields that only the customer can fill in. */
export async function readHostedConnect(app: World, token: string) {
  const opened = await openConnectSession(app, token);
  const brand = brandOf(await organizations.find(app.db.prisma, opened.session.organizationId));
  const { name, types, chosen } = await offerOf(opened);
  return { organization: brand.name, brand, element: name, origin: opened.session.origin, chosen, types };
}

/** Connects with the customer's values; refuses like `openConnectSession`, `attempt` and `createInstance`. */
export async function submitHostedConnect(app: World, { token, configuration }: Given) {
  const opened = await openConnectSession(app, token);
  const { session, ctx } = opened;
  const { elementId } = refuseOthers(await offerOf(opened), configuration);
  const { id } = await attempt(opened, async () => {
    const input = { name: session.name, tags: tagsOf(session), configuration };
    return (await createInstance(ctx, { keyOrId: elementId, input })).instance;
  });
  return { elementInstanceId: id };
}

/** Leads the customer to the provider's page; the instance is created when they return. */
export async function beginHostedConnect(app: World, { token, configuration }: Given) {
  const opened = await openConnectSession(app, token);
  const { session, ctx } = opened;
  const { elementId } = refuseOthers(await offerOf(opened), configuration);
  return beginAuthorization(ctx, {
    keyOrId: String(elementId),
    instance: { name: session.name, tags: tagsOf(session), configuration },
    connectSessionId: session.id,
  });
}

type Offer = Awaited<ReturnType<typeof offerOf>>;

/** The ways to sign in that the element offers; most have one. */
async function offerOf({ session, ctx }: Opened) {
  const element = await findElement(ctx, session.elementId);
  const { defaultValue, options } = await listAuthenticationTypes(ctx, String(element.id));
  const whole = wholeOf(element);
  return {
    elementId: element.id,
    name: element.name,
    chosen: defaultValue,
    types: options.map(({ value, description }) => ({
      ...{ value, description },
      throughProvider: /^oauth[12]$/i.test(value),
      entries: offeredTo(whole, value),
    })),
  };
}

const tagsOf = ({ tags, externalReference }: Opened["session"]): string[] => [
  ...new Set([...tags, ...(externalReference === null ? [] : [externalReference])]),
];

/**
 * The entries that only the customer can know: without a default, and not for events or addresses that belong to the
 * product. A default is never sent to the page.
 */
function offeredTo(whole: ReturnType<typeof wholeOf>, type: string) {
  const reserved = reservedKeys(whole);
  const isAlwaysThere = (key: string) => key === TYPE_KEY || key === "oauth.callback.url" || key.startsWith("event.");
  const own = new Set(authenticationOf(whole, { [TYPE_KEY]: type }).configuration.map(({ key }) => key));
  return entriesFor(whole, { [TYPE_KEY]: type })
    .filter(({ key, internal, active }) => !internal && active && !isAlwaysThere(key))
    .filter(({ defaultValue }) => !defaultValue)
    .filter(
      ({ key, required, hideFromConsole }) => required || (!hideFromConsole && (!reserved.has(key) || own.has(key))),
    )
    .map((entry) => ({ ...entry, id: entry.id ?? 0, isOwn: !reserved.has(entry.key) }));
}

/** Refuses (badRequest) keys that the chosen way to sign in does not offer; returns the offer. */
function refuseOthers(offer: Offer, configuration: Record<string, string>): Offer {
  const { types, chosen } = offer;
  const { [TYPE_KEY]: type = chosen, ...values } = configuration;
  const offered = types.find(({ value }) => value === type);
  if (!offered)
    throw new Failure(
      "badRequest",
      `configuration: this page does not offer the ${TYPE_KEY} ${JSON.stringify(type.slice(0, 100))}.`,
    );
  const keys = new Set(offered.entries.map(({ key }) => key));
  const other = Object.keys(values).find((key) => !keys.has(key));
  if (other !== undefined)
    throw new Failure("badRequest", `configuration: ${other.slice(0, 100)} cannot be set on this page.`);
  return offer;
}
