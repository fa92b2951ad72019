"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState } from "react";

/** Text that people wrote: four lines of it, and all of it on request. */
export function ClampedText({ text }: { text: string }) {
  const t = useTranslations("ui.clamped");
  const id = useId();
  const box = useRef<HTMLParagraphElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isLong, setIsLong] = useState(false);

  useEffect(() => {
    const element = box.current;
    if (!element || isOpen) return;
    const observer = new ResizeObserver(() => setIsLong(element.scrollHeight > element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOpen]);

  return (
    <>
      <p ref={box} id={id} className={isOpen ? undefined : "line-clamp-4"}>
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen((open) => !open)}
          className="mt-1 text-accent text-sm hover:underline"
        >
          {t(isOpen ? "less" : "more")}
        </button>
      )}
    </>
  );
}
