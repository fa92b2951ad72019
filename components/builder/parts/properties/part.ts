import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { listAt, textOf } from "../../model/paths.ts";
import { sliceOf } from "../../model/slice.ts";
import { PROPERTY_ENTRIES } from "../owned-fields.ts";
import type { Part } from "../part.ts";

const FIELDS = new Set([
  "paginatorVersion",
  "idempotencyKeyHeader",
  "useModelsForMetadata",
  "bulkDownloadEnabled",
  "bulkUploadEnabled",
  "protocolType",
]);

/** The address of the provider's API, and its paging. */
export const properties = {
  type: "properties",
  slice: sliceOf({ fields: (name) => FIELDS.has(name), entries: (key) => PROPERTY_ENTRIES.test(key) }),
  isStarted: (draft) =>
    listAt(draft, ["configuration"]).some(({ key, defaultValue }) => key === "base.url" && textOf(defaultValue) !== ""),
  Panel: lazyComponent(async () => (await import("./properties-panel.tsx")).PropertiesPanel),
} as const satisfies Part;
