import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { listAt, valueAt } from "../../model/paths.ts";
import type { Part } from "../part.ts";
import { modelsSlice } from "./slice.ts";

/** The models of all operations: an overview, as the models themselves belong to the resources. */
export const models = {
  type: "models",
  slice: modelsSlice,
  count: (draft) =>
    listAt(draft, ["resources"]).filter((resource) => valueAt(resource, ["model"]) !== undefined).length,
  isStarted: (draft) => listAt(draft, ["resources"]).some((resource) => valueAt(resource, ["model"]) !== undefined),
  isBrowsed: true,
  Panel: lazyComponent(async () => (await import("./models-panel.tsx")).ModelsPanel),
} as const satisfies Part;
