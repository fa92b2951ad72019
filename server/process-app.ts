import type { App } from "#server/context.ts";

let offered: App | undefined;
let composed: Promise<App> | undefined;

/** The web process shares its app with the screens in the same process: one pool, one engine. */
export const registerApp = (app: App): void => {
  offered = app;
};

/** The app of the screens; if only Next runs, it is composed at the first request. */
export async function processApp(): Promise<App> {
  if (offered) return offered;
  composed ??= import("#server/compose.ts").then(async ({ compose }) => (await compose("web")).app);
  return composed;
}
