import { z } from "zod";
import { Failure } from "../../errors.ts";
import { base64Url } from "../base64.ts";
import type { PagePlace } from "./page-place.ts";
import { MAX_PAGE_SIZE } from "./page-size.ts";

const placeSchema = z.strictObject({
  page: z.int().min(1).max(1_000_000_000),
  pageSize: z.int().min(1).max(MAX_PAGE_SIZE),
  cursor: z.string().min(1).max(8192).optional(),
  seen: z.int().min(0).max(1_000_000_000_000).optional(),
  seal: z.string().min(1).max(100).optional(),
});

/**
 * The token of the next page: opaque to callers, JSON in base64 that needs no escaping. A cursor gives access to nothing
 * that its holder could not request without it: it only fills the parameters of the list it is used with. The path of a
 * link is sealed, since it may lead to what the element does not offer.
 */
export function writePageToken({ isPath, ...place }: PagePlace, seal?: Seal): string {
  const sealed = isPath && { seal: seal?.(place.cursor ?? "") ?? "" };
  return base64Url(JSON.stringify({ ...place, ...sealed }));
}

/** A keyed digest of the path of a link to a list's next page. */
export type Seal = (path: string) => string;

/** Refuses (badRequest) an invalid token of this parameter, and one whose path was not sealed for this list. */
export function readPageToken(
  token: string,
  { parameter = "nextPage", seal }: { parameter?: "nextPage" | "page"; seal?: Seal } = {},
): PagePlace {
  try {
    const { seal: given, ...place } = contentOf(token);
    if (given === undefined) return place as PagePlace;
    // Digests of both are compared, so that the time it takes says nothing about the seal.
    if (!seal || seal(given) !== seal(seal(place.cursor ?? ""))) throw new Error("The seal is not of this list.");
    return { ...(place as PagePlace), isPath: true };
  } catch (cause) {
    throw new Failure(
      "badRequest",
      `${parameter}: is ${parameter === "page" ? "neither a page number nor" : "not"} a valid page token. Use the value of the header elements-next-page-token.`,
      { cause },
    );
  }
}

/** The cursor in a token, to recognize it: nothing is requested with it, so its seal does not matter. Throws if it is invalid. */
export const cursorIn = (token: string): string | undefined => contentOf(token).cursor;

function contentOf(token: string): z.output<typeof placeSchema> {
  const padded = token.trim().replaceAll("-", "+").replaceAll("_", "/");
  const bytes = Uint8Array.from(atob(padded), (sign) => sign.charCodeAt(0));
  return placeSchema.parse(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
}
