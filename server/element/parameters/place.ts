import type { HubAnswer } from "../call/hub-answer.ts";
import type { Incoming } from "../call/incoming.ts";
import type { ProviderReply } from "../ports.ts";
import type { ProviderCall } from "../provider/provider-call.ts";

/**
 * One place of a parameter, on our side of a request (`type`), the provider's (`vendorType`), or both (spec §2.9). A
 * missing function means that the place does not support that direction. Adding one is one file and a row in the
 * registry.
 *
 * Each function receives the name once, when the element is compiled.
 */
export type Place = {
  type: string;
  /** The name of the place in messages. */
  label: string;
  /** It is on one side of a request only: where our caller's values come from, or where they go at the provider. */
  side?: "caller" | "provider";
  /** Files of our caller come in there. */
  bringsFiles?: true;
  /** A file goes there as it is; elsewhere its text does. */
  keepsFiles?: true;
  /** When it is written, among the others of a request: tokens before the template that they fill, a body before its fields. */
  rank?: number;
  /** `source: request`: a value of our caller … */
  read?: (name: string) => (incoming: Incoming) => unknown;
  /** … goes to the provider. */
  write?: (name: string) => (call: ProviderCall, value: unknown) => void;
  /** `source: response`: a value of the provider's reply, or of one row of it … */
  readReply?: (name: string) => (reply: Pick<ProviderReply, "headers" | "body">) => unknown;
  /** … goes to our caller or the configuration; `save` keeps it there. */
  writeReply?: (
    name: string,
  ) => (answer: HubAnswer, value: unknown, save: (key: string, value: string) => void) => void;
};

export const definePlace = <const Of extends Place>(place: Of & Place): Of => place;
