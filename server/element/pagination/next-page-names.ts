/** A name without case and signs: `next_page-Token` is `nextpagetoken`. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** Names as `plainName` gives them. */
export const nameSet = (text: string) => new Set(text.split(" "));

/** Fields of a response that name its next page. */
export const NEXT_FIELDS = nameSet(
  "nextcursor nextpagetoken nexttoken nextpage next nextlink odatanextlink nextpageurl nexturl nextmarker continuationtoken continuation endcursor nextpagecursor scrollid bookmark nextpageuri nexturi lastevaluatedkey",
);
/** Fields that name the next page only next to other paging fields. */
export const NESTED_NEXT = nameSet("cursor after next href");
/** Objects of a response with paging fields. */
export const PAGING_OBJECTS = nameSet(
  "meta metadata paging pagination pageinfo page cursors links next responsemetadata listmetadata",
);
/** Headers of a response that name its next page, besides `Link`. */
export const NEXT_HEADERS = nameSet(
  "xnextcursor xnextpage xnextpagetoken xcontinuationtoken xmscontinuation nextcursor",
);
