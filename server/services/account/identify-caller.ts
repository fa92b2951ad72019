import { isApiKey } from "#server/account/api-key-scopes.ts";
import type { Caller } from "#server/account/caller.ts";
import type { App } from "#server/context.ts";
import * as apiKeys from "#server/store/organization/api-keys.ts";
import * as users from "#server/store/organization/users.ts";
import { hashOf } from "./secrets.ts";

/** The user with both secrets, or with an API key in place of the User secret; null if either is wrong, they belong to two organizations, or the user is disabled. */
export const identifyCaller = (app: App, secrets: { user: string; organization: string }): Promise<Caller | null> =>
  (isApiKey(secrets.user) ? apiKeys.findCaller : users.findCallerBySecrets)(
    app.db.pool,
    { user: hashOf(secrets.user), organization: hashOf(secrets.organization) },
    app.now(),
  );

/** The user of the secret or API key, and the token of an element instance; null if any is wrong or they do not belong together. */
export const identifyElementCaller = (
  app: App,
  { user, organization, element }: { user: string; organization: string | undefined; element: string },
): Promise<Caller | null> =>
  (isApiKey(user) ? apiKeys.findCallerByToken : users.findCallerByToken)(
    app.db.pool,
    {
      user: hashOf(user),
      element: hashOf(element),
      organization: organization === undefined ? undefined : hashOf(organization),
    },
    app.now(),
  );

/**
 * The user of a session token; null if it expired or never existed, the user is disabled, or has to set up a second
 * factor first.
 */
export async function identifySession(app: App, token: string): Promise<Caller | null> {
  const caller = await identifyAnySession(app, token);
  return caller?.needsSecondFactor ? null : caller;
}

/** Also a user who has to set up a second factor and may do nothing else. */
export const identifyAnySession = (app: App, token: string): Promise<Caller | null> =>
  users.findCallerBySession(app.db.pool, hashOf(token), app.now());
