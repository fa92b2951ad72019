import type { ProviderRequestDraft } from "../provider/provider-request-draft.ts";
import type { Where } from "../query/where.ts";

/**
 * Writes a `where` in a provider's syntax. Adding one is one file and a row in the registry.
 *
 * Converts a `where` to the provider's syntax. Values are data: none of them may change the meaning of the rest.
 * Refuses (badRequest) conditions that cannot be expressed. `vendorName` is the target of the parameter.
 */
export type Converter = {
  type: string;
  /** A description of the provider's input, for authors of elements. */
  summary: string;
  write: (call: ProviderRequestDraft, where: Where, vendorName: string) => void;
};

export const defineConverter = <const Of extends Converter>(converter: Of & Converter): Converter & Pick<Of, "type"> =>
  converter;
