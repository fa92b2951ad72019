import { constants, setPriority } from "node:os";
import { compose } from "#server/compose.ts";
import { demoOrganization } from "#server/demo/seed-demo.ts";
import { seedHistory } from "#server/demo/seed-history.ts";
import { isConnected, seedRevoked } from "#server/demo/seed-revoked.ts";
import { CREDENTIALS } from "#server/demo-provider/credentials.ts";
import { REVOKED } from "./revoked.ts";

// Gives the demo a history once all processes are up: a week of runs and, last, a connection that no longer works,
// which marks the history as complete for the next start. Requests of users take precedence meanwhile.
setPriority(constants.priority.PRIORITY_LOW);
const { app, close } = await compose("standalone");
const ctx = await demoOrganization(app);
if (!(await isConnected(ctx, REVOKED.element))) {
  await seedHistory(ctx);
  const { clientId, clientSecret } = CREDENTIALS.oauth;
  const configuration = { "oauth.api.key": clientId, "oauth.api.secret": clientSecret };
  await seedRevoked(ctx, { ...REVOKED, configuration }, allowAccess);
}
await close(0);

/** Submits the consent page of the demo provider as a person does; returns the query that the page redirects with. */
async function allowAccess(address: string): Promise<Record<string, string>> {
  const { origin, pathname, searchParams } = new URL(address);
  searchParams.set("decision", "allow");
  const reply = await fetch(origin + pathname, { method: "POST", body: searchParams, redirect: "manual" });
  return Object.fromEntries(new URL(reply.headers.get("location") ?? "").searchParams);
}
