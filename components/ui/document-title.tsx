"use client";

import { useEffect } from "react";

/** The browser's title of a screen about one thing: `name · kind`, so that tabs and histories can be told apart. */
export function DocumentTitle({ name, kind }: { name: string; kind: string }) {
  useEffect(() => {
    const title = `${name} · ${kind}`;
    const set = () => {
      if (document.title !== title) document.title = title;
    };
    set();
    // What the server sends with the page may arrive after it.
    const watcher = new MutationObserver(set);
    watcher.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => watcher.disconnect();
  }, [name, kind]);
  return null;
}
