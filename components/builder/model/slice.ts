import type { ElementDraft } from "./element-draft.ts";
import { isRecord, listAt, type Path, textOf } from "./paths.ts";

/** The part of an element that one part of the builder edits. */
export type Slice = {
  /** As JSON, for the JSON view of the part. */
  read: (draft: ElementDraft) => Record<string, unknown>;
  /** The element with this JSON as the edited part. */
  write: (draft: ElementDraft, json: Record<string, unknown>) => ElementDraft;
  /** Whether a place of the element belongs to the part. */
  owns: (draft: ElementDraft, path: Path) => boolean;
};

type Owned = {
  /** Fields of the element. */
  fields: (name: string) => boolean;
  /** Configuration entries, by their keys. */
  entries?: (key: string) => boolean;
};

const CONFIGURATION = "configuration";

/** A slice of fields of the element and of entries of its configuration. */
export function sliceOf({ fields, entries }: Owned): Slice {
  const isMine = (entry: unknown) => isRecord(entry) && (entries?.(textOf(entry.key)) ?? false);
  const others = (draft: ElementDraft) => Object.entries(draft).filter(([name]) => !fields(name));
  return {
    read: (draft) => ({
      ...Object.fromEntries(Object.entries(draft).filter(([name]) => fields(name))),
      ...(entries && { [CONFIGURATION]: listAt(draft, [CONFIGURATION]).filter(isMine) }),
    }),
    write(draft, json) {
      const { [CONFIGURATION]: sent, ...values } = json;
      const next: Record<string, unknown> = { ...Object.fromEntries(others(draft)), ...values };
      if (!entries) return next;
      const mine: unknown[] = Array.isArray(sent) ? [...sent] : [];
      const list = listAt(draft, [CONFIGURATION]);
      const last = list.findLastIndex(isMine);
      // Entries keep their position; further ones follow the last of them.
      const entriesNow = list.flatMap((entry, at) => {
        const inPlace = isMine(entry) ? mine.splice(0, 1) : [entry];
        return at === last ? [...inPlace, ...mine.splice(0)] : inPlace;
      });
      return { ...next, [CONFIGURATION]: [...entriesNow, ...mine] };
    },
    owns(draft, [field, at]) {
      if (typeof field !== "string") return false;
      if (field !== CONFIGURATION || at === undefined) return fields(field);
      // The entry is missing, and its key is in place of its position.
      if (typeof at === "string") return isMine({ key: at });
      return isMine(listAt(draft, [CONFIGURATION])[at]);
    },
  };
}

/** The problems within places that a slice owns. */
export const ownedBy = <Found extends { path: Path }>(slice: Slice, draft: ElementDraft, problems: readonly Found[]) =>
  problems.filter(({ path }) => slice.owns(draft, path));
