import path from "node:path";
import { pathToFileURL } from "node:url";

type Door = typeof import("#server/api/trpc/door.ts");

/**
 * The server behind the screens. Node loads it as it is, unbundled: in the web process these are the same modules that
 * web.ts runs, with its pools and its engine.
 */
export const serverDoor = (): Promise<Door> =>
  import(
    /* turbopackIgnore: true */ pathToFileURL(path.join(process.cwd(), "server/api/trpc/door.ts")).href
  ) as Promise<Door>;
