import { useEffect, useMemo, useState } from "react";
import type { Draft } from "../model/draft.ts";
import { arrowsOf } from "../model/graph.ts";
import { loopBodies, loopHomes } from "../model/loop-bodies.ts";
import { framedOf, lanesOf, layOut, layoutKey } from "./layout.ts";
import { layOutMore } from "./layout-large.ts";

/** How long layout may block the user; the rest of a large formula is laid out between their actions. */
const AT_ONCE_MS = 60;
const BETWEEN_MS = 30;

/**
 * The positions of the parts of a formula and the routes of its arrows: recomputed when one is added, removed or
 * redirected.
 */
export function useDrawing(draft: Draft) {
  const key = layoutKey(draft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key covers all that a drawing depends on in the draft
  const drawn = useMemo(() => draft, [key]);
  const [whole, setWhole] = useState<Draft | null>(null);
  useEffect(() => {
    let isMore = false;
    let timer = setTimeout(go, BETWEEN_MS);
    function go() {
      if (!layOutMore(drawn)) return isMore && setWhole(drawn);
      isMore = true;
      timer = setTimeout(go, BETWEEN_MS);
    }
    return () => clearTimeout(timer);
  }, [drawn]);
  return useMemo(() => {
    const began = performance.now();
    const places = layOut(drawn, () => drawn === whole || performance.now() - began < AT_ONCE_MS);
    const lanes = lanesOf(drawn, places);
    const bodies = loopBodies(drawn);
    return { places, arrows: arrowsOf(drawn), lanes, framed: framedOf(bodies, lanes), homes: loopHomes(bodies) };
  }, [drawn, whole]);
}
