"use client";

import type { Route } from "next";
import NextLink, { useLinkStatus } from "next/link";
import { useRouter } from "next/navigation";
import { type ComponentProps, useEffect, useState } from "react";
import { beginOpening } from "../screens/opening.ts";
import { hasUnsavedInput, leavePage } from "./unsaved-input.ts";

type Props = Omit<ComponentProps<typeof NextLink>, "href" | "prefetch"> & {
  href: Route;
  /** Input on the page is kept for the way back: leaving does not ask. */
  keepsInput?: boolean;
};

/**
 * A link to a screen, which is fetched on hover or keyboard focus, rather than when the link is shown: a list of runs
 * would request every run. A link to another page asks before input is lost.
 */
export function Link({ keepsInput = false, onPointerEnter, onFocus, ...rest }: Props) {
  const router = useRouter();
  const [isLikely, setLikely] = useState(false);
  return (
    <NextLink
      {...rest}
      prefetch={isLikely ? null : false}
      onNavigate={(event) => {
        if (keepsInput || !hasUnsavedInput() || rest.href.split("?")[0] === window.location.pathname) return;
        event.preventDefault();
        leavePage(() => router.push(rest.href));
      }}
      onPointerEnter={(event) => {
        setLikely(true);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        setLikely(true);
        onFocus?.(event);
      }}
    >
      {rest.children}
      <Opening />
    </NextLink>
  );
}

/** Says while the screen of the link is on its way. */
function Opening() {
  const { pending } = useLinkStatus();
  useEffect(() => (pending ? beginOpening() : undefined), [pending]);
  return null;
}
