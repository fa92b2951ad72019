/** A tag or a comment, to its `>`. No element has a name such as `<ann@x.test>`, so that is text unless it has attributes. */
const TAG = /<(?:[a-z](?:[^<>@\s/]*|[^<>\s/]*[\s/][^<>]*)|[!?/][^<>]*)>/gi;

/**
 * Removes HTML tags from a name and keeps the text between them, such as `a<b` and `Ann <ann@x.test>`. Names are shown as
 * text everywhere; this is for applications that put them into their own pages. Linear in the text.
 */
export const stripTags = (text: string): string => withoutOpenTags(text.replace(TAG, "")).trim();

/**
 * Removes each `<` at which a browser would begin a tag with the text after it: also if removing a tag made it, as in
 * `<<b>i>`, or if it has attributes and the page around it would close it. Reads backwards, since what is removed after a
 * `<` decides about it.
 */
function withoutOpenTags(text: string): string {
  if (!text.includes("<")) return text;
  const kept: string[] = [];
  /** The end of the name that a tag would have here: its `>`, or attributes; undefined without either. */
  let end: "close" | "attributes" | undefined;
  let isElement = true;
  let hasMore = false;
  for (let at = text.length - 1; at >= 0; at--) {
    const char = text.charAt(at);
    const next = kept.at(-1) ?? "";
    const isTag = /[a-z]/i.test(next) && (end === "attributes" || (end === "close" && isElement));
    if (char === "<" && (isTag || /[!?/]/.test(next))) continue;
    kept.push(char);
    if (char === ">" || char === "=") hasMore = true;
    if (/[@<]/.test(char)) isElement = false;
    if (!/[\s/>]/.test(char)) continue;
    end = char === ">" ? "close" : hasMore ? "attributes" : undefined;
    isElement = true;
  }
  return kept.reverse().join("");
}
