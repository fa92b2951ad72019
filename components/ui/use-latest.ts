import { useCallback, useLayoutEffect, useRef } from "react";

/**
 * A function that calls the latest rendered `act`. Unlike an effect event, it may be called while React renders: the
 * router leaves a page in the middle of rendering, and the browser then fires `beforeunload` at once.
 */
export function useLatest<Given extends unknown[], Result>(act: (...given: Given) => Result) {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...given: Given): Result => latest.current(...given), []);
}
