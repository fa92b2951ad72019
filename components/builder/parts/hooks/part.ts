import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { listAt } from "../../model/paths.ts";
import { sliceOf } from "../../model/slice.ts";
import type { Part } from "../part.ts";

/** Scripts that run with the requests of all resources, and on events. */
export const hooks = {
  type: "hooks",
  slice: sliceOf({ fields: (name) => name === "hooks" }),
  count: (draft) => listAt(draft, ["hooks"]).length,
  isStarted: (draft) => listAt(draft, ["hooks"]).length > 0,
  Panel: lazyComponent(async () => (await import("./hooks-panel.tsx")).HooksPanel),
} as const satisfies Part;
