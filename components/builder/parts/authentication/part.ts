import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { textOf, valueAt } from "../../model/paths.ts";
import { sliceOf } from "../../model/slice.ts";
import { AUTHENTICATION_ENTRIES } from "../owned-fields.ts";
import type { Part } from "../part.ts";

/** How connections authenticate, and a trial of it. */
export const authentication = {
  type: "authentication",
  slice: sliceOf({
    fields: (name) => name === "authentication",
    entries: (key) => AUTHENTICATION_ENTRIES.test(key),
  }),
  isStarted: (draft) => textOf(valueAt(draft, ["authentication", "type"])) !== "",
  Panel: lazyComponent(async () => (await import("./authentication-panel.tsx")).AuthenticationPanel),
} as const satisfies Part;
