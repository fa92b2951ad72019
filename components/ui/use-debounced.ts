import { useEffect, useState } from "react";

const PAUSE_MS = 200;

/** The value once nobody has changed it for a moment, such as a search while it is typed. */
export function useDebounced<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
