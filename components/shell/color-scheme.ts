"use client";

import { useState } from "react";

export const COLOR_SCHEMES = ["light", "dark", "system"] as const;
export type ColorScheme = (typeof COLOR_SCHEMES)[number];

const YEAR_SECONDS = 365 * 24 * 3600;

/** The chosen color scheme, stored in a cookie so that the server renders it and the page does not flicker. */
export function useColorScheme(): [ColorScheme, (look: ColorScheme) => void] {
  const [look, setLook] = useState<ColorScheme>(() =>
    typeof document === "undefined"
      ? "system"
      : ((document.documentElement.dataset.look as ColorScheme | undefined) ?? "system"),
  );
  return [look, choose];

  function choose(wanted: ColorScheme) {
    setLook(wanted);
    const isSystem = wanted === "system";
    if (isSystem) delete document.documentElement.dataset.look;
    else document.documentElement.dataset.look = wanted;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser, and async.
    document.cookie = `look=${wanted}; Path=/; SameSite=Lax; Max-Age=${isSystem ? 0 : YEAR_SECONDS}`;
  }
}
