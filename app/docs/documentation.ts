import path from "node:path";
import { pathToFileURL } from "node:url";

type Documentation = typeof import("#server/documentation/documentation.ts");

/** The documentation, as Node loads it: unbundled, once per process, like the rest of the server (app/screen-handler.ts). */
export const documentation = (): Promise<Documentation> =>
  import(
    /* turbopackIgnore: true */ pathToFileURL(path.join(process.cwd(), "server/documentation/documentation.ts")).href
  ) as Promise<Documentation>;
