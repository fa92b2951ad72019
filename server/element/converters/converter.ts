import type { ProviderCall } from "../provider/provider-call.ts";
import type { Where } from "../query/where.ts";

/**
 * Converts a `where` to the provider's syntax. Values are data: none of them may change the meaning of the rest.
 * Refuses (badRequest) conditions that cannot be expressed. `vendorName` is the target of the parameter.
 */
export type Converter = {
  name: string;
  write: (call: ProviderCall, where: Where, vendorName: string) => void;
};
