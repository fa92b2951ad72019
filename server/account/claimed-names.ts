import { z } from "zod";

const LONGEST = 100;
const CONTROLS = /[\u0000-\u001f\u007f]+/g;

const text = z
  .string()
  .transform((claim) => claim.replaceAll(CONTROLS, " ").trim().slice(0, LONGEST).toWellFormed())
  .catch("");
const claims = z.object({ given_name: text, family_name: text, name: text }).partial().catch({});

/**
 * The names of a person in an OpenID Connect provider's claims. A provider that says none leaves the beginning of the
 * e-mail address.
 */
export function claimedNames(claimed: unknown, email: string): { firstName: string; lastName: string } {
  const { given_name: given = "", family_name: family = "", name = "" } = claims.parse(claimed ?? {});
  if (given !== "") return { firstName: given, lastName: family };
  const [first = "", ...others] = name.split(/\s+/);
  return { firstName: first || (email.split("@")[0] ?? "").slice(0, LONGEST), lastName: family || others.join(" ") };
}
