"use client";

import { createContext, type ReactNode, useContext, useState } from "react";

/** Texts by name, which last until the tab is closed or the user signs out. */
export type TabStorage = {
  /** The names that begin with this. */
  names: (beginning: string) => string[];
  read: (name: string) => string | null;
  write: (name: string, text: string) => void;
  forget: (name: string) => void;
  /** Deletes what the tab stores, of everybody. What is written afterwards lasts as long as the page. */
  close: () => void;
};

/** The storage of the tab for one user. Others who sign in in the same tab have their own. */
export function openTabStorage(owner: string): TabStorage {
  const prefix = `formulary ${owner} `;
  /** Texts for which there is no space or permission: they last as long as the page. */
  const onPage = new Map<string, string>();
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
  return <TabStorageContext value={storage}>{children}</TabStorageContext>;
}

export function useTabStorage(): TabStorage {
  const storage = useContext(TabStorageContext);
  if (!storage) throw new Error("Nobody is signed in here.");
  return storage;
}
