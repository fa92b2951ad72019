import { Failure } from "#server/errors.ts";

const USUAL = new Set(["*/*", "application/json", "application/json, text/plain, */*", "application/json, */*"]);

/** Refuses (notAcceptable) an `Accept` header that leaves no room for JSON (spec §7). */
export function requireJsonAccepted(accept: string | null | undefined): void {
  if (!accept || USUAL.has(accept)) return;
  const isWelcome = accept.split(",").some((range) => {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const isRefused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    return !isRefused && ["*/*", "application/*", "application/json"].includes(type);
  });
  if (!isWelcome)
    throw new Failure("notAcceptable", "Responses are JSON. Allow application/json in the Accept header.");
}
