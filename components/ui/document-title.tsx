"use client";

import { useEffect } from "react";

/** The browser title of a screen that shows one object: `name · kind`, so that tabs and history entries differ. */
export function DocumentTitle({ name, kind }: { name: string; kind: string }) {
  useEffect(() => {
    // The browser returns titles without repeated spaces: with them, they would never be equal, and be set forever.
    const title = `${name} · ${kind}`.replaceAll(/[\t\n\f\r ]+/g, " ").trim();
    const set = () => {
      if (document.title !== title) document.title = title;
    };
    set();
    // The title that the server streams with the page may arrive later and replace this one.
    const watcher = new MutationObserver(set);
    watcher.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => watcher.disconnect();
  }, [name, kind]);
  return null;
}
