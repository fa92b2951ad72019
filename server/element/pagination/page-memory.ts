import type { PagePlace } from "./page-place.ts";

const KEPT_MS = 60_000;
const MOST_LISTS = 100;

/** Remembers the beginnings of pages that can only be reached in sequence. */
export type PageMemory = {
  /** The known place that is closest before `page` of a list, or the page itself. */
  closest: (list: string, page: number) => PagePlace | undefined;
  keep: (list: string, place: PagePlace) => void;
  forget: (list: string) => void;
};

/**
 * The memory of one element instance: each list is kept for a minute after its first page was read, so that a reader who
 * turns pages by number does not read all pages before each. The oldest lists are forgotten first.
 */
export function createPageMemory(now: () => Date): PageMemory {
  const lists = new Map<string, { until: number; places: Map<number, PagePlace> }>();

  function placesOf(list: string) {
    const known = lists.get(list);
    if (!known || known.until > now().getTime()) return known?.places;
    lists.delete(list);
    return undefined;
  }

  return {
    closest(list, page) {
      const places = placesOf(list);
      for (let before = page; before > 1; before--) {
        const place = places?.get(before);
        if (place) return place;
      }
      return undefined;
    },
    keep(list, place) {
      const places = placesOf(list);
      if (places) return void places.set(place.page, place);
      lists.set(list, { until: now().getTime() + KEPT_MS, places: new Map([[place.page, place]]) });
      const [oldest] = lists.keys();
      if (lists.size > MOST_LISTS && oldest !== undefined) lists.delete(oldest);
    },
    forget: (list) => void lists.delete(list),
  };
}
