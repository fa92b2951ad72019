import path from "node:path";
import { pathToFileURL } from "node:url";

/** Loads modules of the server, by their files. */
type Offer = Readonly<Record<string, () => Promise<unknown>>>;

/** Next bundles its own copy of this file: only the global object is the same in both. */
const OFFER = Symbol.for("formulary.offered-modules");
const shared = globalThis as { [OFFER]?: Offer };

/** The web process offers its modules to the screens in the same process, which then share its pools and its engine. */
export const offerModules = (offer: Offer): void => {
  shared[OFFER] = offer;
};

/** A module of the server as the web process runs it; if only Next runs, Node loads the source. */
export const serverModule = <Module>(file: string): Promise<Module> => {
  const load = shared[OFFER]?.[file];
  const source = pathToFileURL(path.join(process.cwd(), file)).href;
  return (load ? load() : import(/* turbopackIgnore: true */ source)) as Promise<Module>;
};
