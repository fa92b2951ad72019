import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { listAt, textOf } from "../../model/paths.ts";
import { sliceOf } from "../../model/slice.ts";
import { EVENT_ENTRIES } from "../owned-fields.ts";
import type { Part } from "../part.ts";
import { countPolled } from "./polled-resources.ts";

/** How changes at the provider become events. */
export const events = {
  type: "events",
  slice: sliceOf({ fields: () => false, entries: (key) => EVENT_ENTRIES.test(key) }),
  count: countPolled,
  isStarted: (draft) =>
    countPolled(draft) > 0 ||
    listAt(draft, ["configuration"]).some(
      ({ key, defaultValue }) => key === "event.vendor.type" && textOf(defaultValue) !== "",
    ),
  Panel: lazyComponent(async () => (await import("./events-panel.tsx")).EventsPanel),
} as const satisfies Part;
