"use client";

import type { Route } from "next";
import NextLink from "next/link";
import { useRouter } from "next/navigation";
import { type ComponentProps, useState } from "react";
import { hasUnsavedInput, leavePage } from "./unsaved-input.ts";

type Props = Omit<ComponentProps<typeof NextLink>, "href" | "prefetch"> & { href: Route };

/**
 * A link to a screen, which is fetched on hover or keyboard focus, rather than when the link is shown: a list of runs
 * would request every run. A link to another page asks before input is lost.
 */
export function Link({ onPointerEnter, onFocus, ...rest }: Props) {
  const router = useRouter();
  const [isLikely, setLikely] = useState(false);
  return (
    <NextLink
      {...rest}
      prefetch={isLikely ? null : false}
      onNavigate={(event) => {
        if (!hasUnsavedInput() || rest.href.split("?")[0] === window.location.pathname) return;
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
    />
  );
}
