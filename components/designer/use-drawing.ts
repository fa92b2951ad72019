import { useMemo } from "react";
import type { Draft } from "./draft.ts";
import { arrowsOf } from "./graph.ts";
import { lanesOf, layOut, layoutKey } from "./layout.ts";
import { loopBodies } from "./loop-bodies.ts";

/** Where the parts of a formula stand and how its arrows run: worked out anew when one of them comes, goes or is turned. */
export function useDrawing(draft: Draft) {
  const key = layoutKey(draft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key tells all of the draft that a drawing depends on
  return useMemo(() => {
    const places = layOut(draft);
    return { places, arrows: arrowsOf(draft), lanes: lanesOf(draft, places), bodies: loopBodies(draft) };
  }, [key]);
}
