import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { listAt } from "../../model/paths.ts";
import { sliceOf } from "../../model/slice.ts";
import type { Part } from "../part.ts";

/** The operations that the element offers, and those that run automatically. */
export const resources = {
  type: "resources",
  slice: sliceOf({ fields: (name) => name === "resources" }),
  count: (draft) => listAt(draft, ["resources"]).length,
  isStarted: (draft) => listAt(draft, ["resources"]).length > 0,
  isBrowsed: true,
  Panel: lazyComponent(async () => (await import("./resources-panel.tsx")).ResourcesPanel),
} as const satisfies Part;
