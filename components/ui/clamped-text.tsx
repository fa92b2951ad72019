"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState } from "react";

const CLAMPS = { 4: "line-clamp-4", 8: "line-clamp-8" };

/** A text limited to a few lines, with a button that shows the rest. */
export function ClampedText({ text, lines = 4 }: { text: string; lines?: keyof typeof CLAMPS }) {
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
      <p ref={box} id={id} className={isOpen ? undefined : CLAMPS[lines]}>
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
