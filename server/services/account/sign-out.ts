import type { App } from "#server/context.ts";
import * as sessions from "#server/store/organization/sessions.ts";
import { hashOf } from "./secrets.ts";

/** Ends the session of a token; no effect if it has ended already. */
export async function signOut(app: Pick<App, "db">, token: string): Promise<void> {
  await sessions.remove(app.db.prisma, hashOf(token));
}
