"use client";

import { useState } from "react";

/**
 * Keeps the rows of a live list in place while the pointer or the focus is in it: new rows wait at the top until it
 * leaves, or until the user shows them. Rows are newest first.
 */
export function useSteadyRows<Row>(rows: readonly Row[], keyOf: (row: Row) => string | number) {
  const [held, setHeld] = useState<string | number>();
  const first = rows[0];
  const at =
    held === undefined
      ? 0
      : Math.max(
          rows.findIndex((row) => keyOf(row) === held),
          0,
        );
  const hold = () => setHeld((before) => before ?? (first && keyOf(first)));
  const release = () => setHeld(undefined);
  return {
    rows: rows.slice(at),
    /** How many new rows wait. */
    waiting: at,
    showWaiting: () => setHeld(first && keyOf(first)),
    /** For the element around the rows. */
    handlers: {
      onPointerEnter: hold,
      onPointerLeave: release,
      onFocus: hold,
      onBlur: ({ currentTarget, relatedTarget }: { currentTarget: Element; relatedTarget: EventTarget | null }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) release();
      },
    },
  };
}
