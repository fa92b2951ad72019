import { useEffect, useMemo, useState } from "react";
import type { Draft } from "./draft.ts";
import { arrowsOf } from "./graph.ts";
import { framedOf, lanesOf, layOut, layoutKey } from "./layout.ts";
import { layOutMore } from "./layout-large.ts";
import { loopBodies, loopHomes } from "./loop-bodies.ts";

/** So long may laying out hold up what somebody waits for; the rest of a large formula is done between their acts. */
const AT_ONCE_MS = 60;
const BETWEEN_MS = 30;

/** Where the parts of a formula stand and how its arrows run: worked out anew when one of them comes, goes or is turned. */
export function useDrawing(draft: Draft) {
  const key = layoutKey(draft);
  const [rounds, setRounds] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key tells all of the draft that a drawing depends on
  const drawing = useMemo(() => {
    const began = performance.now();
    const places = layOut(draft, () => performance.now() - began < AT_ONCE_MS);
    const lanes = lanesOf(draft, places);
    const bodies = loopBodies(draft);
    return { places, arrows: arrowsOf(draft), lanes, framed: framedOf(bodies, lanes), homes: loopHomes(bodies) };
  }, [key, rounds]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    let isMore = false;
    const go = () => {
      if (!layOutMore(draft)) return void (isMore && setRounds((past) => past + 1));
      isMore = true;
      timer = setTimeout(go, BETWEEN_MS);
    };
    let timer = setTimeout(go, BETWEEN_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return drawing;
}
