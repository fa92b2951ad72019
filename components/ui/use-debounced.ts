import { useEffect, useState } from "react";

const PAUSE_MS = 200;

/** The value after it has not changed for a moment, such as a search text while the user types. */
export function useDebounced<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
