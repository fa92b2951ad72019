import { serverModule } from "#server/offered-modules.ts";

export const dynamic = "force-dynamic";

/** Created once per process, by the first request. */
let api: Promise<(request: Request) => Response | Promise<Response>> | undefined;

/** Not bundled with the screens: it starts child processes from its own files. */
async function openApi() {
  const { compose } = await serverModule<typeof import("#server/compose.ts")>("server/compose.ts");
  const composed = await compose("web");
  return (request: Request) => composed.api.fetch(request);
}

/** The same Hono app that the web process runs before Next, for deployments without a web process. */
async function respond(request: Request): Promise<Response> {
  api ??= openApi();
  return (await api)(request);
}

export {
  respond as DELETE,
  respond as GET,
  respond as HEAD,
  respond as OPTIONS,
  respond as PATCH,
  respond as POST,
  respond as PUT,
};
