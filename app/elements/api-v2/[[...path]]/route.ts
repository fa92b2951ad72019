import path from "node:path";
import { pathToFileURL } from "node:url";

export const dynamic = "force-dynamic";

/** Created once per process, by the first request. */
let api: Promise<(request: Request) => Response | Promise<Response>> | undefined;

/**
 * Node loads the server as it is, unbundled: it starts child processes from its own files. In the web process it is
 * the same module that web.ts runs.
 */
async function openApi() {
  const file = pathToFileURL(path.join(process.cwd(), "server/compose.ts")).href;
  const { compose }: typeof import("#server/compose.ts") = await import(/* turbopackIgnore: true */ file);
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
