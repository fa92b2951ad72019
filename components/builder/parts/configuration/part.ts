import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { listAt, textOf } from "../../model/paths.ts";
import { sliceOf } from "../../model/slice.ts";
import { AUTHENTICATION_ENTRIES, EVENT_ENTRIES, PROPERTY_ENTRIES } from "../owned-fields.ts";
import type { Part } from "../part.ts";

const FIELDS = new Set(["configuration", "parameters"]);

/** Entries of the configuration that no other part has. */
export const isOwnEntry = (key: string): boolean =>
  ![PROPERTY_ENTRIES, EVENT_ENTRIES, AUTHENTICATION_ENTRIES].some((others) => others.test(key));

const ownEntries = (draft: Parameters<typeof listAt>[0]) =>
  listAt(draft, ["configuration"]).filter(({ key }) => isOwnEntry(textOf(key)));

/** What people and authors set once for a connection, and the parameters of all resources. */
export const configuration = {
  type: "configuration",
  slice: sliceOf({ fields: (name) => FIELDS.has(name), entries: isOwnEntry }),
  count: (draft) => ownEntries(draft).length + listAt(draft, ["parameters"]).length,
  isStarted: (draft) => ownEntries(draft).length + listAt(draft, ["parameters"]).length > 0,
  Panel: lazyComponent(async () => (await import("./configuration-panel.tsx")).ConfigurationPanel),
} as const satisfies Part;
