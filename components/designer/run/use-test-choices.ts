"use client";

import { useEffect, useEffectEvent, useMemo } from "react";
import type { PreferenceValue } from "#server/account/preferences.ts";
import { type PreferenceSubject, usePreference } from "../../preferences/use-preference.ts";
import { useDesign, useDesignStore } from "../model/design.ts";

type Accounts = PreferenceValue<"testAccounts">;

/** The subject of choices for tests: the formula, or its draft as long as it is not published. */
export function useTestSubject(): PreferenceSubject | null {
  const formulaId = useDesign((design) => design.formulaId);
  const draftId = useDesign(({ kept }) => kept?.id);
  return useMemo(
    () => (formulaId !== null ? { formulaId } : draftId !== undefined ? { draftId } : null),
    [formulaId, draftId],
  );
}

/** Reads the connections that the user chose for tests of the formula, and stores those that they choose. */
export function useTestChoices(): void {
  const store = useDesignStore();
  const subject = useTestSubject();
  const chosen = useDesign((design) => design.newAccounts);
  const [stored, write] = usePreference("testAccounts", subject);

  useEffect(() => {
    if (stored) store.setState(({ newAccounts }) => ({ testAccounts: { ...stored, ...newAccounts } }));
  }, [store, stored]);

  const storeNew = useEffectEvent((known: Accounts) => {
    const { newAccounts } = store.getState();
    if (Object.entries(newAccounts).every(([key, id]) => known[key] === id)) return;
    store.setState({ newAccounts: {} });
    write({ ...known, ...newAccounts });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen is stored once the rest is known
  useEffect(() => {
    if (subject && stored !== undefined) storeNew(stored ?? {});
  }, [subject, stored, chosen]);

  // Choices for the draft also hold for the formula that is published from it.
  const carryOver = useEffectEvent(() => store.setState(({ testAccounts }) => ({ newAccounts: testAccounts })));
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => carryOver(), [subject]);
}
