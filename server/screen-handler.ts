import { randomUUID } from "node:crypto";
import { createScreens } from "#server/api/trpc/screens.ts";
import { currentClient } from "#server/client-address.ts";
import type { App } from "#server/context.ts";
import { searchDocumentation } from "#server/documentation/search.ts";
import { Failure } from "#server/errors.ts";
import { processApp } from "#server/process-app.ts";
import { identifyAnySession } from "#server/services/account/identify-caller.ts";
import { signIn } from "#server/services/account/sign-in.ts";
import { signOut } from "#server/services/account/sign-out.ts";
import { signInBrand } from "#server/services/organization/sign-in-brand.ts";
import { isSetUp } from "#server/services/setup/complete-setup.ts";
import { signInByOidc } from "#server/services/single-sign-on/sign-in-by-oidc.ts";

// The server functions that Next loads: sign-in, and the screen requests if no web process is in front of Next.

let screens: ReturnType<typeof createScreens> | undefined;

/** Handles a screen request as the web process does. */
export async function handleScreenCall(request: Request): Promise<Response> {
  screens ??= createScreens(await processApp(), { searchDocumentation });
  return screens.fetch(request);
}

/** Creates a session for the sign-in page; failures become a plain Error with one sentence. */
export const createSession = (credentials: {
  username: string;
  password: string;
  code?: string | undefined;
  newPassword?: string | undefined;
  userAgent?: string | undefined;
}) => withPlainErrors((app) => signIn(app, { ...credentials, clientAddress: currentClient() }));

/** Creates a session for a user authenticated by the installation's OpenID Connect provider. */
export const createOidcSession = (proven: Omit<Parameters<typeof signInByOidc>[1], "clientAddress">) =>
  withPlainErrors((app) => signInByOidc(app, { ...proven, clientAddress: currentClient() }));

async function withPlainErrors<Entered>(
  enterBy: (app: App & { requestId: string }) => Promise<Entered>,
): Promise<Entered> {
  const requestId = randomUUID();
  const app = { ...(await processApp()), requestId };
  return enterBy(app).catch((error: unknown) => {
    if (error instanceof Failure) throw new Error(error.message, { cause: error });
    app.log.error({ err: error, requestId }, "sign-in failed");
    throw new Error(`Signing in does not work at the moment. The log has the cause under the request id ${requestId}.`);
  });
}

/** How the sign-in page shows the organization, if it is known. */
export const brandOfSignIn = async () => signInBrand(await processApp());

/** Whether any user exists: until then, only the setup link signs in. */
export const isReadyForUsers = async (): Promise<boolean> => isSetUp(await processApp());

/** Whether the session of a cookie still gives access. */
export const isSignedIn = async (token: string): Promise<boolean> =>
  (await identifyAnySession(await processApp(), token)) !== null;

/** Ends a session; no effect if it has ended already. */
export const endSession = async (token: string): Promise<void> => signOut(await processApp(), token);

/** Logs a failed sign-in by its error code, and a reason without secrets. */
export const logSignIn = async (code: string, reason: string | undefined): Promise<void> =>
  (await processApp()).log.warn({ code, reason }, "sign-in");
