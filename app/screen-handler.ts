import path from "node:path";
import { pathToFileURL } from "node:url";

type ScreenHandler = typeof import("#server/screen-handler.ts");

/**
 * The server functions for pages and the sign-in. Node loads the module unbundled: in the web process these are the
 * same modules that web.ts runs, with its pools and its engine.
 */
export const screenHandler = (): Promise<ScreenHandler> =>
  import(
    /* turbopackIgnore: true */ pathToFileURL(path.join(process.cwd(), "server/screen-handler.ts")).href
  ) as Promise<ScreenHandler>;
