"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { persist, usePersistedState } from "./use-persisted-state.ts";

type Props = {
  /** The name under which the widths are stored on this device. */
  name: string;
  left: ReactNode;
  right: ReactNode;
  /** The width of the left pane in hundredths, until it was changed. */
  usual: number;
  className?: string;
};

const LEAST = 25;
const MOST = 75;
const STEP = 5;

const within = (width: number) => Math.min(Math.max(Math.round(width), LEAST), MOST);

/**
 * Two panes beside each other with a separator that is moved by the mouse or the arrow keys. On narrow screens the
 * right pane is below the left one.
 */
export function Split({ name, left, right, usual, className = "" }: Props) {
  const t = useTranslations("ui.split");
  const stored = usePersistedState(`split-${name}`);
  const [dragged, setDragged] = useState<number | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const width = dragged ?? within(Number(stored) || usual);

  function onKeyDown(event: KeyboardEvent) {
    const byKey: Partial<Record<string, number>> = {
      ArrowLeft: width - STEP,
      ArrowRight: width + STEP,
      Home: LEAST,
      End: MOST,
    };
    const next = byKey[event.key];
    if (next === undefined) return;
    event.preventDefault();
    persist(`split-${name}`, String(within(next)));
  }

  function widthAt({ clientX }: PointerEvent): number {
    const { left, width } = frame.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return within((100 * (clientX - left)) / width);
  }

  return (
    <div
      ref={frame}
      className={`grid gap-6 lg:grid-cols-[minmax(0,var(--left))_1.25rem_minmax(0,1fr)] lg:gap-0 ${className}`}
      style={{ "--left": `${width}%` } as React.CSSProperties}
    >
      <div className="min-h-0 min-w-0">{left}</div>
      {/* biome-ignore lint/a11y/useSemanticElements: a rule cannot have the focus */}
      <div
        role="separator"
        tabIndex={0}
        aria-label={t("label")}
        aria-orientation="vertical"
        aria-valuenow={width}
        aria-valuemin={LEAST}
        aria-valuemax={MOST}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => isHeld(event) && setDragged(widthAt(event))}
        onPointerUp={(event) => {
          if (dragged !== null) persist(`split-${name}`, String(widthAt(event)));
          setDragged(null);
        }}
        onPointerCancel={() => setDragged(null)}
        className="group mx-auto hidden h-full w-3 cursor-col-resize touch-none place-items-center rounded-full lg:grid"
      >
        <span className="h-12 w-1 rounded-full bg-line group-hover:bg-accent group-focus-visible:bg-accent" />
      </div>
      <div className="min-h-0 min-w-0">{right}</div>
    </div>
  );
}

const isHeld = ({ currentTarget, pointerId }: PointerEvent) => currentTarget.hasPointerCapture(pointerId);
