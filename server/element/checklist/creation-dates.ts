import { isRecord } from "../bare-record.ts";
import type { ChecklistRule } from "./checklist-rule.ts";

const POLLING = "event.poller.configuration";

/** A poll distinguishes new from changed records by the date of creation. */
export const creationDates: ChecklistRule = {
  rule: "creationDates",
  title: "Polled resources name the date of creation",
  find: ({ configuration }) =>
    configuration.flatMap(({ key, defaultValue }, at) =>
      key !== POLLING
        ? []
        : undatedIn(defaultValue).map((resource) => ({
            path: ["configuration", at, "defaultValue"],
            message: `The polled resource "${resource}" names no date of creation: new records are reported as updated. Set createdDateField.`,
          })),
    ),
};

/** Invalid text has no resources: it is refused when the element is published. */
function undatedIn(text: string | undefined): string[] {
  const polled = parsed(text);
  return Object.entries(isRecord(polled) ? polled : {}).flatMap(([resource, entry]) => {
    const dates = isRecord(entry) ? entry.datesConfiguration : undefined;
    return isRecord(dates) && dates.createdDateField ? [] : [resource];
  });
}

function parsed(text = ""): unknown {
  try {
    return JSON.parse(text || "{}");
  } catch {
    return undefined;
  }
}
