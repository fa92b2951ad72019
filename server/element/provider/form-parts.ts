import { asText, isRecord } from "../bare-record.ts";
import { type FilePart, isFilePart } from "../ports.ts";
import type { ProviderRequestDraft } from "./provider-request-draft.ts";

/**
 * The parts of a multipart form that a field becomes, as OpenAPI describes them: of a list one for each entry, of an
 * object one with its type, which is JSON.
 */
export function partsOf(name: string, value: unknown): ProviderRequestDraft["parts"] {
  if (value === undefined || value === null) return [];
  if (isFilePart(value)) return [[name, value]];
  if (Array.isArray(value))
    return value.flatMap((entry) => partsOf(name, Array.isArray(entry) ? asText(entry) : entry));
  return [[name, isRecord(value) ? jsonPart(value) : asText(value)]];
}

function jsonPart(value: object): FilePart {
  const text = JSON.stringify(value);
  const bytes = new TextEncoder().encode(text);
  return {
    ...{ fileName: "", contentType: "application/json", isField: true, size: bytes.length, text },
    bytes: {
      async *[Symbol.asyncIterator]() {
        yield bytes;
      },
    },
  };
}
