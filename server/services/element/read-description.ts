import { createHash } from "node:crypto";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { ElementImport } from "#server/store/element/element-imports.ts";

/**
 * A file that describes an API. `format` names what it is, by default it is recognized; `authentication` one of the ways
 * to authenticate that it offers, by default the best.
 */
export type DescriptionFile = {
  bytes: Uint8Array;
  format?: string | undefined;
  authentication?: string | undefined;
};

/**
 * Converts a description; `base` is what the element keeps of it. Of the ways to authenticate, that of the `last` import
 * goes before the best. Refuses (badRequest) with the place in the file, and a way that it does not offer.
 */
export async function readDescription(
  ctx: Context,
  { bytes, format, authentication }: DescriptionFile,
  last?: Pick<ElementImport, "authentication"> | null,
) {
  const wanted = authentication ?? last?.authentication ?? undefined;
  const converted = await ctx.convert({ bytes, format, authentication: wanted }, String(ctx.caller.organizationId));
  if (authentication !== undefined && authentication !== converted.authentication)
    throw notOffered(authentication, converted.authentications);
  const base: ElementImport = {
    format: converted.format.type,
    sourceHash: Uint8Array.from(createHash("sha256").update(bytes).digest()),
    definition: converted.element,
    authentication: converted.authentication ?? null,
    importedAt: ctx.now(),
  };
  return { ...converted, base };
}

const MOST_NAMED = 10;

function notOffered(name: string, offered: readonly { name: string }[]): Failure {
  const names = offered.slice(0, MOST_NAMED).map((one) => JSON.stringify(one.name));
  const rest = names.length > 0 ? `It can be ${names.join(", ")}.` : "The file names no way to authenticate.";
  return new Failure(
    "badRequest",
    `authentication: ${JSON.stringify(name.slice(0, 200))} is not offered by the file. ${rest}`,
  );
}
