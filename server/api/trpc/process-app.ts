import type { App } from "#server/context.ts";

let offered: App | undefined;
let composed: Promise<App> | undefined;

/** The web process tells the screens, which run in it, what it is made of: one pool, one engine. */
export const registerApp = (app: App): void => {
  offered = app;
};

/** What screens talk to; where only Next runs, it is put together at the first request. */
export async function processApp(): Promise<App> {
  if (offered) return offered;
  composed ??= import("#server/compose.ts").then(async ({ compose }) => (await compose("web")).app);
  return composed;
}
