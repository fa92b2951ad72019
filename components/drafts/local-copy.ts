import { useMemo } from "react";
import { type TabStorage, useTabStorage } from "../ui/tab-storage.tsx";

/** Identifies a draft in the storage of the tab: by its original, or else by its own id. */
export type CopyKey = { kind: string; original: number | null; draftId: number | undefined };

const nameOf = ({ kind, original, draftId }: CopyKey) =>
  `draft ${kind} ${original ?? "new"} ${original === null ? (draftId ?? "") : ""}`;

export type LocalCopies = ReturnType<typeof localCopies>;

/** The latest unsaved work of this user and tab, in case the session ends or the network is down. */
const localCopies = (storage: TabStorage) => ({
  write: (key: CopyKey, draft: unknown) => storage.write(nameOf(key), JSON.stringify(draft)),
  forget: (key: CopyKey) => storage.forget(nameOf(key)),
  /** The copy from an earlier session, parsed by `open`; null if there is none, or if it is invalid. */
  read<Draft>(key: CopyKey, open: (json: unknown) => Draft): Draft | null {
    const text = storage.read(nameOf(key));
    try {
      return text === null ? null : open(JSON.parse(text));
    } catch {
      return null;
    }
  },
});

export function useLocalCopies(): LocalCopies {
  const storage = useTabStorage();
  return useMemo(() => localCopies(storage), [storage]);
}
