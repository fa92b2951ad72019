"use client";

import type { MouseEvent, ReactNode } from "react";
import { currentQuery } from "../ui/query-string.ts";
import { useBuilder } from "./model/builder.ts";

type Props = {
  /** The open part unless another is named. */
  part?: string;
  /** The item of the part; null for its list. */
  item: string | null;
  isCurrent?: boolean;
  className?: string;
  /** Finds the link again, to focus it. */
  at?: number;
  children: ReactNode;
};

/** Selects an item of a part. A link, so that users who may not change anything can follow it, too. */
export function PlaceLink({ part: named, item, isCurrent = false, className, at, children }: Props) {
  const present = useBuilder((builder) => builder.part);
  const part = named ?? present;
  const open = useBuilder((builder) => builder.open);

  function follow(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    open(part, item);
  }

  return (
    <a
      href={hrefOf(part, item)}
      aria-current={isCurrent ? "page" : undefined}
      data-at={at}
      onClick={follow}
      className={className}
    >
      {children}
    </a>
  );
}

function hrefOf(part: string, item: string | null): string {
  const query = currentQuery();
  query.set("part", part);
  if (item === null) query.delete("item");
  else query.set("item", item);
  return `?${query}`;
}
