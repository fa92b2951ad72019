import { z } from "zod";
import { Failure } from "../../errors.ts";
import { base64Url } from "../base64.ts";
import type { PagePlace } from "./page-place.ts";
import { MAX_PAGE_SIZE } from "./page-size.ts";

const placeSchema = z.strictObject({
  page: z.int().min(1).max(1_000_000_000),
  pageSize: z.int().min(1).max(MAX_PAGE_SIZE),
  cursor: z.string().min(1).max(8192).optional(),
});

/**
 * The token of the next page: opaque to callers, JSON in base64 that needs no escaping. It is not signed, since it
 * gives access to nothing that its holder could not request without it: a cursor only fills the parameters of the list
 * it is used with.
 */
export const writePageToken = (place: PagePlace): string => base64Url(JSON.stringify(place));

/** Refuses (badRequest) an invalid token of this parameter. */
export function readPageToken(token: string, parameter: "nextPage" | "page" = "nextPage"): PagePlace {
  try {
    const padded = token.trim().replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(padded), (sign) => sign.charCodeAt(0));
    const { page, pageSize, cursor } = placeSchema.parse(
      JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)),
    );
    return { page, pageSize, ...(cursor !== undefined && { cursor }) };
  } catch (cause) {
    throw new Failure(
      "badRequest",
      `${parameter}: is ${parameter === "page" ? "neither a page number nor" : "not"} a valid page token. Use the value of the header elements-next-page-token.`,
      {
        cause,
      },
    );
  }
}
