"use client";

import type { Route } from "next";
import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

type Props = Omit<ComponentProps<typeof NextLink>, "href" | "prefetch"> & { href: Route };

/**
 * A link to a screen, which is fetched on hover or keyboard focus, rather than when the link is shown: a list of runs
 * would request every run.
 */
export function Link({ onPointerEnter, onFocus, ...rest }: Props) {
  const [isLikely, setLikely] = useState(false);
  return (
    <NextLink
      {...rest}
      prefetch={isLikely ? null : false}
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
