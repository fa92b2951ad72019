import { type App, actingAs, type Context } from "#server/context.ts";
import { identifyCaller } from "#server/services/account/identify-caller.ts";

/** The context in which services act for the user with these secrets. */
export async function contextOf(app: App, authorization: string): Promise<Context> {
  const [, user = "", organization = ""] = /^User (.*), Organization (.*)$/.exec(authorization) ?? [];
  const caller = await identifyCaller(app, { user, organization });
  if (!caller) throw new Error("Nobody has these secrets.");
  return { ...app, ...actingAs(app, caller), requestId: "of the test" };
}
