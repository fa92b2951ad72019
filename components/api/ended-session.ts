"use client";

import { PAGE_OWNER } from "#server/account/page-owner.ts";
import { pageOwnerHeaders } from "./page-owner.ts";

const KEY = "formulary.ended";

/** Keeps in this tab whose session has ended. */
export function noteEnded(): void {
  try {
    sessionStorage.setItem(KEY, pageOwnerHeaders()[PAGE_OWNER] ?? "");
  } catch {
    // The browser forbids storage: the tab stays at the sign-in.
  }
}

/** Whether the user whose session has ended in this tab has a session again: another tab may have begun one. */
export async function isSignedInAgain(): Promise<boolean> {
  const owner = endedOwner();
  if (!owner) return false;
  const reply = await fetch("/api/trpc/formula.names", { headers: { [PAGE_OWNER]: owner } }).catch(() => undefined);
  return reply?.ok ?? false;
}

function endedOwner(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
