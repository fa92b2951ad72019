import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { listAt, textOf } from "../../model/paths.ts";
import { sliceOf } from "../../model/slice.ts";
import { isOwnEntry } from "../owned-fields.ts";
import type { Part } from "../part.ts";

const FIELDS = new Set(["configuration", "parameters"]);

const ownEntries = (draft: Parameters<typeof listAt>[0]) =>
  listAt(draft, ["configuration"]).filter(({ key }) => isOwnEntry(textOf(key)));

/** Values that people and authors set once for a connection, and the parameters of all resources. */
export const configuration = {
  type: "configuration",
  slice: sliceOf({ fields: (name) => FIELDS.has(name), entries: isOwnEntry }),
  count: (draft) => ownEntries(draft).length + listAt(draft, ["parameters"]).length,
  isStarted: (draft) => ownEntries(draft).length + listAt(draft, ["parameters"]).length > 0,
  Panel: lazyComponent(async () => (await import("./configuration-panel.tsx")).ConfigurationPanel),
} as const satisfies Part;
