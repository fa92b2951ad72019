import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { Failure } from "#server/errors.ts";
import type { Page, PageRequest } from "#server/page.ts";

const DEFAULT_SIZE = 200;
const MAX_SIZE = 2000;

/**
 * Paging of every list: `pageSize` 1 and up, more than 2000 counts as 2000; `nextPage` is a signed token that is valid
 * for the same list of the same organization.
 * All processes need the same `secret`; without one, tokens are valid as long as the process runs.
 */
export function createPaging(secret: string | undefined) {
  const key = Buffer.from(hkdfSync("sha256", secret ?? randomBytes(32), "", "page tokens", 32));
  const write = (list: string, after: string) => {
    const signature = createHmac("sha256", key).update(`${list}\n${after}`).digest().subarray(0, 12);
    return `${Buffer.from(after).toString("base64url")}.${signature.toString("base64url")}`;
  };

  return {
    /** Refuses (badRequest) a size that is not a number from 1, and a token that does not belong to this list. */
    read(list: string, { pageSize, nextPage }: Record<string, string | string[] | undefined>): PageRequest {
      return { size: sizeOf(pageSize), after: nextPage === undefined ? undefined : afterOf(list, String(nextPage)) };
    },
    headers(list: string, { items, total, isEstimate, next }: Page<unknown>): Record<string, string> {
      return {
        "elements-returned-count": String(items.length),
        "elements-total-count": String(total),
        ...(isEstimate && { "elements-total-count-estimated": "true" }),
        ...(next !== undefined && { "elements-next-page-token": write(list, next) }),
      };
    },
  };

  function afterOf(list: string, token: string): string {
    const after = Buffer.from(token.split(".", 1).join(), "base64url").toString();
    const [given, due] = [Buffer.from(token), Buffer.from(write(list, after))];
    if (given.length === due.length && timingSafeEqual(given, due)) return after;
    throw new Failure(
      "badRequest",
      "nextPage: is not a page token of this list. Use the value of the header elements-next-page-token of the previous page.",
    );
  }
}

export type Paging = ReturnType<typeof createPaging>;

function sizeOf(text: string | string[] | undefined): number {
  if (text === undefined) return DEFAULT_SIZE;
  if (typeof text === "string" && /^0*[1-9]\d{0,15}$/.test(text)) return Math.min(Number(text), MAX_SIZE);
  throw new Failure("badRequest", "pageSize: must be a whole number from 1 to 2000.");
}
