"use client";

import NextLink, { type LinkProps } from "next/link";
import { useState } from "react";

/**
 * A link to a screen. Its screen is fetched once somebody points at it or reaches it by keyboard, rather than when it
 * is shown: a list of runs would request every run of it.
 */
export function Link<Target extends string>({ onPointerEnter, onFocus, ...rest }: Omit<LinkProps<Target>, "prefetch">) {
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
