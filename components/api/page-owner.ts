"use client";

import { useSyncExternalStore } from "react";
import { ownerHeader, PAGE_OWNER } from "#server/account/page-owner.ts";

let owner: string | undefined;
let isOther = false;
const listeners = new Set<() => void>();

/** Sets for whom this page was made. There is none on the server, which renders pages of many people. */
export function setPageOwner(name: string | undefined): void {
  if (typeof window !== "undefined") owner = name;
}

/** The headers of each request of this page: the server refuses it if somebody else is signed in meanwhile. */
export const pageOwnerHeaders = (): Record<string, string> =>
  owner === undefined ? {} : { [PAGE_OWNER]: ownerHeader(owner) };

/** Records whether the last response was that refusal. */
export function noteOtherUser(is: boolean): void {
  if (is === isOther) return;
  isOther = is;
  for (const listener of listeners) listener();
}

/** Whether somebody else has signed in in this browser since the page was made. */
export const useIsOtherUser = (): boolean =>
  useSyncExternalStore(
    listen,
    () => isOther,
    () => false,
  );

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
