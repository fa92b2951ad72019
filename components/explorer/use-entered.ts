import { useState } from "react";
import type { Filled } from "../operation-forms/request.ts";
import type { EnteredRequests, Place } from "./entered-requests.ts";

/** The input at a place, kept for the next time that it is chosen. */
export function useEntered(entered: EnteredRequests, place: Place) {
  const [shown, setShown] = useState({ place, filled: entered.read(place) });
  const isElsewhere = shown.place.connection !== place.connection;
  if (isElsewhere) setShown({ place, filled: entered.read(place) });
  const fill = (filled: Filled) => {
    entered.write(place, filled);
    setShown({ place, filled });
  };
  return [isElsewhere ? entered.read(place) : shown.filled, fill] as const;
}
