import type { ProviderCall } from "../provider/provider-call.ts";
import type { Where } from "../query/where.ts";

/**
 * A way to say a `where` in the provider's words. Values are data: none of them may change what the rest means. Refuses
 * (badRequest) what cannot be said. `vendorName` is where the parameter goes.
 */
export type Converter = {
  name: string;
  write: (call: ProviderCall, where: Where, vendorName: string) => void;
};
