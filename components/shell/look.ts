"use client";

import { useState } from "react";

export const LOOKS = ["light", "dark", "system"] as const;
export type Look = (typeof LOOKS)[number];

const YEAR_SECONDS = 365 * 24 * 3600;

/** The chosen look. It is kept in a cookie, so that the server sends the page in it and nothing flickers. */
export function useLook(): [Look, (look: Look) => void] {
  const [look, setLook] = useState<Look>(() =>
    typeof document === "undefined"
      ? "system"
      : ((document.documentElement.dataset.look as Look | undefined) ?? "system"),
  );
  return [look, choose];

  function choose(wanted: Look) {
    setLook(wanted);
    const isSystem = wanted === "system";
    if (isSystem) delete document.documentElement.dataset.look;
    else document.documentElement.dataset.look = wanted;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser, and async.
    document.cookie = `look=${wanted}; Path=/; SameSite=Lax; Max-Age=${isSystem ? 0 : YEAR_SECONDS}`;
  }
}
