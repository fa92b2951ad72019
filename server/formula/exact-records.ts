import { MASK } from "#server/account/mask.ts";

type Record = { output: string | null; notes: string | null; error: string | null };

/**
 * Why a record differs from the real output of its step, so that no run may resume from it; null if it is exact. Sent
 * requests and headers, which are masked in most records and rarely used by later steps, are ignored.
 */
export function whyInexact({ output, notes, error }: Record): string | null {
  if (notes?.includes('"truncated":"')) return "its output was too large to be kept";
  const hides = [output, notes].some((text) => text?.includes(MASK) && hidesMore(JSON.parse(text)));
  return hides || error?.includes(MASK) ? "its output held a secret, which is not kept" : null;
}

const PASSED_OVER = new Set(["request", "headers"]);

function hidesMore(value: unknown): boolean {
  if (typeof value === "string") return value.includes(MASK);
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(hidesMore);
  return Object.entries(value).some(([key, item]) => key.includes(MASK) || (!PASSED_OVER.has(key) && hidesMore(item)));
}
