"use client";

import type { Route } from "next";
import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

type Props = Omit<ComponentProps<typeof NextLink>, "href" | "prefetch"> & { href: Route };

/**
 * A link to a screen. Its screen is fetched once somebody points at it or reaches it by keyboard, rather than when it
 * is shown: a list of runs would request every run of it.
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
