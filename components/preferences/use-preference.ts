"use client";

import { useQuery } from "@tanstack/react-query";
import type { PreferenceName, PreferenceValue } from "#server/account/preferences.ts";
import { useTRPC } from "../api/trpc.ts";
import { usePending } from "./outbox-provider.tsx";

/** The subject of a preference: a formula, the draft of one, or neither. */
export type PreferenceSubject = { formulaId?: number; draftId?: number };

const ANYTHING: PreferenceSubject = {};

/**
 * Reads a preference, which is the same in every browser: null without a choice, undefined until it is read. A new value
 * shows at once, and is stored a moment later. A `subject` of null does not exist on the server yet: nothing is read or
 * stored.
 */
export function usePreference<Name extends PreferenceName>(name: Name, subject: PreferenceSubject | null = ANYTHING) {
  type Value = PreferenceValue<Name>;
  const trpc = useTRPC();
  const address = { name, ...subject };
  const { queryKey, ...reading } = trpc.preference.read.queryOptions(address);
  const { data } = useQuery({ queryKey, ...reading, enabled: subject !== null });
  const { pending, send } = usePending("preference.write", address);
  // The last of several choices is sent with the value before the first.
  const store = (value: Value) =>
    send((pending) => ({ ...address, value, before: pending ? pending.before : data }), { queryKey, data: value });
  return [
    // A choice made here wins over a read that was in progress.
    subject === null ? null : ((pending ? pending.value : data) as Value | null | undefined),
    (value: Value) => subject !== null && store(value),
  ] as const;
}
