"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { PreferenceName, PreferenceValue } from "#server/account/preferences.ts";
import { useTRPC } from "../api/trpc.ts";
import { usePending } from "./outbox-provider.tsx";

/** The subject of a preference: a formula, the draft of one, or neither. */
export type PreferenceSubject = { formulaId?: number; draftId?: number };

/** Values that earlier versions stored in this browser, and that are taken over once. */
export type BrowserValues<Value> = {
  /** The value to store, by what this browser and the server have; undefined if the browser has nothing to add. */
  takeOver: (stored: Value | null) => Value | undefined;
  forget: () => void;
};

const ANYTHING: PreferenceSubject = {};

/**
 * Reads a preference, which is the same in every browser: null without a choice, undefined until it is read. A new value
 * shows at once, and is stored a moment later. A `subject` of null does not exist on the server yet: nothing is read or
 * stored.
 */
export function usePreference<Name extends PreferenceName>(
  name: Name,
  subject: PreferenceSubject | null = ANYTHING,
  browser?: BrowserValues<PreferenceValue<Name>>,
) {
  type Value = PreferenceValue<Name>;
  const trpc = useTRPC();
  const address = { name, ...subject };
  const { queryKey, ...reading } = trpc.preference.read.queryOptions(address);
  const { data } = useQuery({ queryKey, ...reading, enabled: subject !== null });
  const { pending, send } = usePending("preference.write", address);
  const store = (value: Value) => send(() => ({ ...address, value }), { queryKey, data: value });
  const isRead = subject !== null && data !== undefined;
  const takeOver = useEffectEvent(() => {
    const value = browser?.takeOver(data as Value | null);
    if (value !== undefined) store(value);
    browser?.forget();
  });
  useEffect(() => {
    if (isRead) takeOver();
  }, [isRead]);
  return [
    // A choice made here wins over a read that was in progress.
    subject === null ? null : ((pending ? pending.value : data) as Value | null | undefined),
    (value: Value) => subject !== null && store(value),
  ] as const;
}
