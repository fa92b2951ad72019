"use client";

import { useMemo } from "react";
import { useBuilder, useElement } from "./builder.ts";
import { automaticEntry, withEntry } from "./entries.ts";
import { listAt, textOf } from "./paths.ts";

const LIST = ["configuration"] as const;

/**
 * One entry of the configuration by its key. Entries that every element has are shown before they are in the draft, and
 * enter it with their first change.
 */
export function useEntry(key: string) {
  const draft = useElement();
  const edit = useBuilder((builder) => builder.edit);
  const automatic = useMemo(() => automaticEntry(draft, key), [draft, key]);
  const entries = listAt(draft, LIST);
  const at = entries.findIndex((entry) => entry.key === key);
  const entry: Readonly<Record<string, unknown>> = entries[at] ?? automatic ?? { key, name: key };
  return {
    entry,
    /** Its place; for an entry that is not in the draft yet, with its key in place of its position. */
    path: [...LIST, at < 0 ? key : at] as const,
    value: textOf(entry.defaultValue),
    setValue: (value: string) => edit((present) => withEntry(present, key, value), { burst: `configuration.${key}` }),
  };
}
