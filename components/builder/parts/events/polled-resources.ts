import { textArea } from "#server/element/configuration-types/text.ts";
import type { ElementDraft } from "../../model/element-draft.ts";
import { insertAt, isRecord, listAt, setAt, textOf } from "../../model/paths.ts";

/** The configuration entry that contains, as JSON, the polled resources. */
export const POLLER_ENTRY = "event.poller.configuration";

const LIST = ["configuration"] as const;
const entryOf = (draft: ElementDraft) => listAt(draft, LIST).find(({ key }) => key === POLLER_ENTRY);

/** Why the polling entries cannot be shown as a form; undefined if they can. */
export function unreadablePolling(draft: ElementDraft): string | undefined {
  const text = textOf(entryOf(draft)?.defaultValue);
  if (text.trim() === "") return undefined;
  try {
    return isRecord(JSON.parse(text)) ? undefined : "[]";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The polled resources of an element as a list `resources`, each with its `resource` name; in the entry they are a map. */
export const POLLED_RESOURCES = {
  read(draft: ElementDraft): ElementDraft {
    const text = textOf(entryOf(draft)?.defaultValue);
    const map: unknown = text.trim() === "" || unreadablePolling(draft) !== undefined ? {} : JSON.parse(text);
    return {
      resources: Object.entries(isRecord(map) ? map : {}).map(([resource, entry]) => ({
        ...(isRecord(entry) ? entry : {}),
        resource,
      })),
    };
  },
  write(draft: ElementDraft, json: ElementDraft): ElementDraft {
    const named = listAt(json, ["resources"]).map(({ resource, ...entry }) => [textOf(resource), entry] as const);
    const text = JSON.stringify(Object.fromEntries(named), null, 2);
    const at = listAt(draft, LIST).findIndex(({ key }) => key === POLLER_ENTRY);
    if (at >= 0) return setAt(draft, [...LIST, at, "defaultValue"], text);
    return insertAt(draft, LIST, {
      key: POLLER_ENTRY,
      name: "Polling",
      description: "What is polled, as JSON",
      type: textArea.type,
      defaultValue: text,
    });
  },
};

/** How many resources are polled. */
export const countPolled = (draft: ElementDraft): number => listAt(POLLED_RESOURCES.read(draft), ["resources"]).length;
