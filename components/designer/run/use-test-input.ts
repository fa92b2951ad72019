"use client";

import { useState } from "react";
import type { PreferenceValue } from "#server/account/preferences.ts";
import { usePreference } from "../../preferences/use-preference.ts";
import type { RecentEvent } from "../model/use-last-events.ts";
import { useTestSubject } from "./use-test-choices.ts";

export type ChosenInput = { text: string; source: string | null };
type Stored = PreferenceValue<"testInput">;
/** Inputs that need not be read. */
type Known = { events: readonly RecentEvent[] | undefined; sample: unknown };

/** A longer text lasts as long as the panel is open. */
const LONGEST = 20_000;

/**
 * The input that the user chose for tests, now or before. Of an event, a run or a recorded test only its name is
 * stored, so that no copy of its data outlives it.
 */
export function useTestInput(known: Known) {
  const [stored, write] = usePreference("testInput", useTestSubject());
  const [typed, setTyped] = useState<ChosenInput | null>(null);
  return {
    chosen: typed ?? (stored ? knownInput(stored, known) : null),
    /** A source whose input has to be read. */
    remembered: typed === null && stored && "source" in stored ? remembered(stored.source) : null,
    choose(next: ChosenInput) {
      setTyped(next);
      write(storedInput(next));
    },
  };
}

const storedInput = ({ text, source }: ChosenInput): Stored =>
  source !== null ? { source } : text.length <= LONGEST && !text.includes("\0") ? { text } : null;

function knownInput(stored: NonNullable<Stored>, { events, sample }: Known): ChosenInput | null {
  if ("text" in stored) return { text: stored.text, source: null };
  const { source } = stored;
  const payload = source === "sample" ? sample : events?.find(({ id }) => source === `event ${id}`)?.payload;
  return payload === undefined ? null : { text: JSON.stringify(payload, null, 2), source };
}

const remembered = (source: string) => (source === "last" || source.startsWith("test ") ? source : null);
