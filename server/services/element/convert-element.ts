import { parse as parseYaml } from "yaml";
import type { Context } from "#server/context.ts";
import type { ConvertedElement } from "#server/element/convert/conversion.ts";
import { convertOpenApi } from "#server/element/convert/openapi.ts";
import { convertWsdl } from "#server/element/convert/wsdl.ts";
import { Failure } from "#server/errors.ts";
import { requireDesigner } from "../account/require-role.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * An unsaved element from the description of a provider's API: `soap` reads WSDL 1.1, `swagger` Swagger 2.0 and OpenAPI
 * 3 in JSON or YAML. Refuses (badRequest) what cannot be read, with the reason.
 */
export function convertElement(ctx: Context, type: "soap" | "swagger", file: Uint8Array): ConvertedElement {
  requireDesigner(ctx);
  const text = textIn(file);
  if (text.trim() === "") throw new Failure("badRequest", "file: is missing or empty.");
  return type === "soap" ? convertWsdl(ctx.provider.xml.parse(text)) : convertOpenApi(readDocument(text));
}

function textIn(file: Uint8Array): string {
  try {
    return decoder.decode(file);
  } catch (cause) {
    throw new Failure("badRequest", "file: must be UTF-8 text.", { cause });
  }
}

/** YAML is JSON and more; its aliases are limited, so that a small file stays small. */
function readDocument(text: string): unknown {
  try {
    return /^\s*\{/.test(text) ? JSON.parse(text) : parseYaml(text, { maxAliasCount: 100, logLevel: "error" });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split("\n", 1).join() : "";
    throw new Failure("badRequest", `file: must be JSON or YAML (${reason.slice(0, 200)}).`, {
      cause,
    });
  }
}
