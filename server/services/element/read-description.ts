import { createHash } from "node:crypto";
import type { Context } from "#server/context.ts";
import type { ElementImport } from "#server/store/element/element-imports.ts";

/** A file that describes an API; `format` names what it is, by default it is recognized. */
export type DescriptionFile = { bytes: Uint8Array; format?: string | undefined };

/** Converts a description; `base` is what the element keeps of it. Refuses (badRequest) with the place in the file. */
export async function readDescription(ctx: Context, file: DescriptionFile) {
  const converted = await ctx.convert({ bytes: file.bytes, format: file.format }, String(ctx.caller.organizationId));
  const base: ElementImport = {
    format: converted.format.type,
    sourceHash: Uint8Array.from(createHash("sha256").update(file.bytes).digest()),
    definition: converted.element,
    importedAt: ctx.now(),
  };
  return { ...converted, base };
}
