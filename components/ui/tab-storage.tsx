"use client";

import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { forgetOwnerless } from "./ownerless-values.ts";

/** A part of the page with changes that it sends later. */
export type Writer = {
  /** Stores in the tab what has not been sent yet. */
  keep?: () => void;
  /** Sends it now. Resolves when the server has responded, or cannot: then the tab still stores it. */
  send: () => Promise<unknown>;
};

/** The meta of mutations whose input is in the storage of the tab until the server has responded. */
export const KEPT_IN_TAB = { isKeptInTab: true };

/** Changes that the server has not acknowledged yet, as texts by name, which last until the tab is closed or the user signs out. */
export type TabStorage = {
  /** The names that begin with this. */
  names: (beginning: string) => string[];
  read: (name: string) => string | null;
  write: (name: string, text: string) => void;
  forget: (name: string) => void;
  /** Adds a writer; the result removes it. */
  attach: (writer: Writer) => () => void;
  /** Stores everything that writers have not sent yet. */
  keepAll: () => void;
  /** Sends everything that this page can send. */
  sendAll: () => Promise<void>;
  /** Deletes what the tab stores, of everybody. What is written afterwards lasts as long as the page. */
  close: () => void;
  isClosed: () => boolean;
};

/** The storage of the tab for one user. Others who sign in in the same tab have their own. */
export function openTabStorage(owner: string): TabStorage {
  const prefix = `formulary ${owner} `;
  /** Texts for which there is no space or permission: they last as long as the page. */
  const onPage = new Map<string, string>();
  const writers = new Set<Writer>();
  let isClosed = false;
  return {
    names: (beginning) => {
      const stored = attempt(() => Object.keys(sessionStorage)) ?? [];
      const own = stored.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
      return [...new Set([...own, ...onPage.keys()])].filter((name) => name.startsWith(beginning));
    },
    read: (name) => onPage.get(name) ?? attempt(() => sessionStorage.getItem(prefix + name)) ?? null,
    write: (name, text) => {
      onPage.set(name, text);
      if (isClosed) return;
      attempt(() => {
        sessionStorage.setItem(prefix + name, text);
        onPage.delete(name);
      });
    },
    forget: (name) => {
      onPage.delete(name);
      attempt(() => sessionStorage.removeItem(prefix + name));
    },
    attach: (writer) => {
      const attached = { ...writer };
      writers.add(attached);
      return () => writers.delete(attached);
    },
    keepAll: () => {
      for (const { keep } of writers) keep?.();
    },
    sendAll: async () => {
      await Promise.all([...writers].map(({ send }) => send()));
    },
    isClosed: () => isClosed,
    close: () => {
      isClosed = true;
      onPage.clear();
      attempt(() => sessionStorage.clear());
    },
  };
}

/** There is no storage on the server, and it may be full or forbidden. */
function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

const TabStorageContext = createContext<TabStorage | null>(null);

/** `owner` identifies the user, also among those of other cells. */
export function TabStorageProvider({ owner, children }: { owner: string; children: ReactNode }) {
  const [storage] = useState(() => openTabStorage(owner));
  useEffect(() => {
    forgetOwnerless();
    const leave = () => {
      // Some fields apply their text when they lose the focus.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      storage.keepAll();
    };
    globalThis.addEventListener("pagehide", leave);
    return () => globalThis.removeEventListener("pagehide", leave);
  }, [storage]);
  return <TabStorageContext value={storage}>{children}</TabStorageContext>;
}

export function useTabStorage(): TabStorage {
  const storage = useContext(TabStorageContext);
  if (!storage) throw new Error("Nobody is signed in here.");
  return storage;
}
