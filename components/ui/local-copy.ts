import { useMemo } from "react";
import { type TabStorage, useTabStorage } from "./tab-storage.tsx";

/** Identifies a draft in the storage of the tab: by its original, or else by its own id. */
export type CopyKey = { kind: CopyKind; original: number | string | null; draftId: number | undefined };
export type CopyKind = "formula" | "element" | "mapping";

const PREFIX = "draft ";
const nameOf = ({ kind, original, draftId }: CopyKey) =>
  `${PREFIX}${kind} ${original ?? "new"} ${original === null ? (draftId ?? "") : ""}`;

export type LocalCopies = ReturnType<typeof localCopies>;
/** The state of the server that the work of a copy began from. */
export type CopyBase = {
  /** The saved draft, as this window knew it; null if none was saved. */
  kept: { id: number; version: number } | null;
  /** The published revision; null if nothing was published. */
  revision: number | null;
  /** The digests of drafts that were sent, and to which no response came. */
  unconfirmed: readonly string[];
};

/** Copies of earlier builds, and those that are saved by a button, have no base. */
type Copy = { title: string; draft: unknown; base?: CopyBase };
export type ReadCopy<Draft> = { draft: Draft; base: CopyBase | undefined };

/** The kinds and titles of the drafts that are only in this tab. */
export const localCopiesIn = (storage: TabStorage): { kind: CopyKind; title: string }[] =>
  storage.names(PREFIX).map((name) => ({
    kind: name.slice(PREFIX.length).split(" ", 1)[0] as CopyKind,
    title: (JSON.parse(storage.read(name) ?? "{}") as Partial<Copy>).title ?? "",
  }));

/** The latest unsaved work of this user and tab, in case the session ends or the network is down. */
const localCopies = (storage: TabStorage) => ({
  write: (key: CopyKey, copy: Copy) => storage.write(nameOf(key), JSON.stringify(copy)),
  forget: (key: CopyKey) => storage.forget(nameOf(key)),
  /** The copy from an earlier session, parsed by `open`; null if there is none, or if it is invalid. */
  read<Draft>(key: CopyKey, open: (json: unknown) => Draft): ReadCopy<Draft> | null {
    const text = storage.read(nameOf(key));
    if (text === null) return null;
    try {
      const { draft, base } = JSON.parse(text) as Copy;
      return { draft: open(draft), base };
    } catch {
      return null;
    }
  },
});

export function useLocalCopies(): LocalCopies {
  const storage = useTabStorage();
  return useMemo(() => localCopies(storage), [storage]);
}
