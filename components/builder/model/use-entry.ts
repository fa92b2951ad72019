"use client";

import { useMemo } from "react";
import { automaticConfiguration } from "#server/element/definition/automatic-configuration.ts";
import { elementSchema } from "#server/element/shape.ts";
import { useBuilder, useElement } from "./builder.ts";
import { insertAt, listAt, setAt, textOf } from "./paths.ts";

const LIST = ["configuration"] as const;

/**
 * One entry of the configuration by its key. Entries that every element has are shown before they are in the draft, and
 * enter it with their first change.
 */
export function useEntry(key: string) {
  const draft = useElement();
  const edit = useBuilder((builder) => builder.edit);
  const automatic = useMemo(() => {
    const parsed = elementSchema.safeParse({ ...draft, name: "draft", description: "", resources: [], objects: [] });
    return parsed.success ? automaticConfiguration(parsed.data).find((entry) => entry.key === key) : undefined;
  }, [draft, key]);
  const entries = listAt(draft, LIST);
  const at = entries.findIndex((entry) => entry.key === key);
  const entry: Readonly<Record<string, unknown>> = entries[at] ?? automatic ?? { key, name: key };
  return {
    entry,
    path: [...LIST, at < 0 ? entries.length : at] as const,
    value: textOf(entry.defaultValue),
    setValue: (value: string) =>
      edit(
        (present) => {
          const place = listAt(present, LIST).findIndex((one) => one.key === key);
          if (place >= 0) return setAt(present, [...LIST, place, "defaultValue"], value);
          const { id: _, ...added } = entry;
          return insertAt(present, LIST, { ...added, defaultValue: value });
        },
        { burst: `configuration.${key}` },
      ),
  };
}
