"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { TextPart } from "./text-part.tsx";

/** Browsers take seconds to lay out more, as a tree even longer. */
const PART = 64 * 1024;

export const isLong = (text: string): boolean => text.length > PART;

type Props = { text: string; fileName: string; frame: (shown: string) => ReactNode };

/** Shows the beginning of a long text, more of it on demand, and offers the whole as a download. */
export function LongText({ text, fileName, frame }: Props) {
  const [end, setEnd] = useState(PART);
  const href = useFile(text);
  const download = useRef<HTMLAnchorElement>(null);
  const shown = text.slice(0, end);
  const isAll = end >= text.length;
  function showMore() {
    setEnd(end + PART);
    // The button is gone after the last part.
    if (end + PART >= text.length) download.current?.focus();
  }
  return (
    <div className="min-w-0">
      {frame(shown)}
      <TextPart
        shown={shown.length}
        length={text.length}
        onMore={isAll ? undefined : showMore}
        {...{ href, fileName, download }}
      />
    </div>
  );
}

/** The address of a text as a file, while it is shown. */
function useFile(text: string): string {
  const [href, setHref] = useState("");
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    setHref(url);
    return () => URL.revokeObjectURL(url);
  }, [text]);
  return href;
}
