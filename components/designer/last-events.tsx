"use client";

import { INPUT_LOOK } from "../ui/text-field.tsx";
import type { HeardEvent } from "./use-last-events.ts";

const TIME = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

type Props = { heard: HeardEvent[]; onChoose: (payload: unknown) => void };

/** What the connection told of last, to begin a test with. */
export function LastEvents({ heard, onChoose }: Props) {
  if (heard.length === 0) return <p className="text-muted text-xs">Its connection has told of no event yet.</p>;
  return (
    <select
      aria-label="Use an event that was heard"
      value=""
      onChange={(event) => {
        const chosen = heard.find(({ id }) => id === event.target.value);
        if (chosen) onChoose(chosen.payload);
      }}
      className={INPUT_LOOK}
    >
      <option value="">Use an event that was heard …</option>
      {heard.map(({ id, words, at }) => (
        <option key={id} value={id}>
          {words}, {TIME.format(new Date(at))}
        </option>
      ))}
    </select>
  );
}
