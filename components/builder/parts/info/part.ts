import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { textOf } from "../../model/paths.ts";
import { sliceOf } from "../../model/slice.ts";
import { OWNED_FIELDS } from "../owned-fields.ts";
import type { Part } from "../part.ts";

/** The name and the purpose of the element. */
export const info = {
  type: "info",
  slice: sliceOf({ fields: (name) => !OWNED_FIELDS.has(name) }),
  isStarted: (draft) => textOf(draft.name) !== "",
  Panel: lazyComponent(async () => (await import("./info-panel.tsx")).InfoPanel),
} as const satisfies Part;
