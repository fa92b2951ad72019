import type { HubResponseDraft } from "../hub-response-draft.ts";
import type { Incoming } from "../incoming.ts";
import type { ProviderResponse } from "../ports.ts";
import type { ProviderRequestDraft } from "../provider/provider-request-draft.ts";

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
  /** A description of the place, for authors of elements. */
  summary: string;
  /** The place in the sentence of a message: its name replaces `<name>`. */
  phrase: string;
  /** There is only one, so it needs no name. */
  isNameless?: true;
  /**
   * It only exists on one side of a request: as the source of our caller's values, or as their target at the provider.
   */
  side?: "caller" | "provider";
  /** It can contain our caller's files. */
  bringsFiles?: true;
  /** A file is sent as it is; elsewhere its text is. */
  keepsFiles?: true;
  /** When it is written, among the others of a request: tokens before the template that they fill, a body before its fields. */
  rank?: number;
  /** The part of a body that it is. */
  body?: "whole" | "field" | "formField";
  /** The part of the response of the previous resource in a chain that it is. */
  ofPrevious?: "whole" | "field";
  /** The name is the value. */
  isLiteral?: true;
  /** A literal is written there differently. */
  literal?: { rank: number; write: (call: ProviderRequestDraft, text: string) => void };
  /** Its values come from the instance and not from our caller: the keys of the configuration that they use. */
  keys?: (name: string) => readonly string[];
  /** Values that are written there stay in the configuration of the instance. */
  isStored?: true;
  /** Our caller requests pages of lists there. */
  takesPaging?: true;
  /** Its values replace `{name}` in the provider's address. */
  fillsAddress?: true;
  /** Only hooks see its values, under our name. */
  isForHooks?: true;
  /** The place of API keys in security schemes of OpenAPI. */
  apiKeyIn?: string;
  /** Cannot contain line breaks. */
  isOneLine?: true;
  /** Always required, whatever the definition says. */
  isRequired?: true;
  /** Why an element with this name at the provider cannot be saved, as `the header Host cannot be set.` */
  refuses?: (vendorName: string) => string | undefined;
  /** Why nothing can be written under this name. Elements with it can be saved: real exports must import. */
  problem?: (vendorName: string) => string | undefined;
  /** Why there is never a value to read under this name. */
  lacks?: (name: string, at: ParameterSetting) => string | undefined;
  /** Why a value under this name is never sent. */
  drops?: (vendorName: string, at: ParameterSetting) => string | undefined;
  /** Adds a value under this name to a sample request of our caller. */
  putSample?: (sample: SampleRequest, name: string, value: string) => void;
  /** The Swagger 2.0 place of a parameter of this name on our side; undefined if it has none. */
  swagger?: (name: string) => SwaggerPlace | undefined;
  /** Whether an imported parameter of OpenAPI belongs there. */
  fromOpenApi?: (parameter: OpenApiParameter) => boolean;
  /** `source: request`: reads a value of our caller … */
  read?: (name: string) => (incoming: Incoming) => unknown;
  /** … and writes it to the provider's request; `hasFields` if the provider's type of data is an object. */
  write?: (
    name: string,
    type: { hasFields: boolean },
  ) => (call: ProviderRequestDraft, value: unknown, incoming: Incoming) => void;
  /** `source: response`: reads a value of the provider's response, or of one of its rows … */
  readReply?: (name: string) => (reply: Pick<ProviderResponse, "headers" | "body">) => unknown;
  /** … and writes it to our caller's response or the configuration; `save` stores it there. */
  writeReply?: (
    name: string,
  ) => (response: HubResponseDraft, value: unknown, save: (key: string, value: string) => void) => void;
};

/** The context of a parameter in its element. */
export type ParameterSetting = {
  /** Our path and the provider's; null for a parameter of the element, which every resource has. */
  path: string | null;
  vendorPath: string | null;
  baseUrl: string;
  /** Keys that no entry of the configuration has. */
  unlisted: ReadonlySet<string>;
  /** Whether a resource continues with this one. */
  follows: boolean;
  /** The body templates of the same resource. */
  templates: readonly string[];
};

/** The values of a sample request of our caller. */
export type SampleRequest = {
  pathVariables: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  configuration: Record<string, string>;
  form: Record<string, string>;
  body: unknown;
  previousBody: unknown;
};

/** The places in Swagger 2.0. */
export type SwaggerPlace = "path" | "query" | "header" | "body" | "formData";

export type OpenApiParameter = { in: unknown; name: string; isFile: boolean };

export const definePlace = <const Of extends Place>(place: Of & Place): Of => place;
