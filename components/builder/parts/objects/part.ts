import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { listAt } from "../../model/paths.ts";
import { sliceOf } from "../../model/slice.ts";
import type { Part } from "../part.ts";

/** The objects of the operations: keys, dates and fields. */
export const objects = {
  type: "objects",
  slice: sliceOf({ fields: (name) => name === "objects" }),
  count: (draft) => listAt(draft, ["objects"]).length,
  isStarted: (draft) => listAt(draft, ["objects"]).length > 0,
  isBrowsed: true,
  Panel: lazyComponent(async () => (await import("./objects-panel.tsx")).ObjectsPanel),
} as const satisfies Part;
