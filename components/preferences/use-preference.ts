"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import type { PreferenceName, PreferenceValue } from "#server/account/preferences.ts";
import { useTRPC } from "../api/trpc.ts";
import { useToast } from "../ui/toasts.tsx";
import { sendWhileLeaving, useDeferredWrite } from "./use-deferred-write.ts";

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
  const queries = useQueryClient();
  const toast = useToast();
  const t = useTranslations("ui.preferences");
  const address = { name, ...subject };
  const { queryKey, ...reading } = trpc.preference.read.queryOptions(address);
  const { data } = useQuery({ queryKey, ...reading, enabled: subject !== null });
  const { mutateAsync } = useMutation(trpc.preference.write.mutationOptions());
  // A choice made here wins over a read that was in progress.
  const of = JSON.stringify(address);
  const [chosen, setChosen] = useState<{ of: string; value: Value } | null>(null);
  const show = (value: Value) => setChosen({ of, value });
  async function store(value: Value): Promise<boolean> {
    try {
      await mutateAsync({ ...address, value });
      queries.setQueryData(queryKey, value);
      return true;
    } catch (error) {
      // Its draft was published or discarded meanwhile.
      if (subject?.draftId !== undefined) return false;
      toast(t("notSaved"), error instanceof Error ? error.message : undefined);
      setChosen(null);
      await queries.invalidateQueries({ queryKey });
      return false;
    }
  }
  const defer = useDeferredWrite<Value>({
    send: (value) => void store(value),
    sendLast: (value) => sendWhileLeaving("preference.write", { ...address, value }),
  });
  const isRead = subject !== null && data !== undefined;
  const takeOver = useEffectEvent(async () => {
    const value = browser?.takeOver(data as Value | null);
    if (value === undefined) return browser?.forget();
    show(value);
    if (await store(value)) browser?.forget();
  });
  useEffect(() => {
    if (isRead) void takeOver();
  }, [isRead]);
  return [
    subject === null ? null : chosen?.of === of ? chosen.value : (data as Value | null | undefined),
    (value: Value) => {
      if (subject === null) return;
      show(value);
      defer(value);
    },
  ] as const;
}
