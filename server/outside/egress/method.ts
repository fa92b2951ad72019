import { Failure } from "#server/errors.ts";

const METHOD = /^[A-Z]{3,20}$/;
const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/** The method as it is sent. Throws a Failure `badRequest` for one that cannot be. */
export function asMethod(text: string): string {
  const method = text.toUpperCase();
  if (METHOD.test(method) && method !== "CONNECT" && method !== "TRACE") return method;
  throw new Failure("badRequest", `method: ${JSON.stringify(text.slice(0, 30))} cannot be sent.`);
}

/** Whether a method changes nothing, so that a failed call leaves no doubt and may be made again. */
export const isSafe = (method: string): boolean => SAFE.has(method);
