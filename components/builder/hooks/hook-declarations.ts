import type { HOOK_TYPES } from "#server/element/hooks/registry.ts";

type Stage = (typeof HOOK_TYPES)[keyof typeof HOOK_TYPES]["stage"];

/** A variable of hooks: its type in the editor, a description, and the stages in which it exists. */
type Variable = { type: string; text: string; only?: Stage };

const TEXTS = "{ [name: string]: string }";
const VALUES = "{ [name: string]: any }";

/** The variables of hooks, as the editor explains them. */
export const HOOK_GLOBALS: Readonly<Record<string, Variable>> = {
  request_body: { type: "string | null", text: "The caller's body as text." },
  request_body_map: { type: `${VALUES} | null`, text: "The caller's body as a value." },
  request_headers: { type: TEXTS, text: "The caller's headers, by lower-case names." },
  request_path: { type: "string", text: "The path that was called." },
  request_path_variables: { type: TEXTS, text: "The variables of that path." },
  request_parameters: { type: VALUES, text: "The caller's query, and the parameters for hooks." },
  request_method: { type: "string", text: "The method that was called." },
  request_root_key: { type: "string | null", text: "The root key of the request." },
  request_expression: {
    type: "{ attribute: string; operator: string; value: any }[] | null",
    text: "The conditions of where.",
  },
  request_previous_response: { type: "any", text: "The response of the previous resource in the chain." },
  request_previous_response_headers: { type: `${TEXTS} | null`, text: "Its headers." },
  request_vendor_body: { type: "string | null", text: "The body to the provider as text." },
  request_vendor_body_map: { type: `${VALUES} | null`, text: "The body to the provider as a value." },
  request_vendor_headers: { type: TEXTS, text: "The headers to the provider." },
  request_vendor_parameters: { type: VALUES, text: "The query to the provider." },
  request_vendor_path: { type: "string", text: "The path at the provider." },
  request_vendor_method: { type: "string", text: "The method at the provider." },
  request_vendor_url: { type: "string", text: "The whole address at the provider, without its query." },
  response_body: { type: "any", text: "The provider's body; JSON is parsed.", only: "after" },
  response_headers: { type: TEXTS, text: "The provider's headers, by lower-case names.", only: "after" },
  response_status_code: { type: "number | null", text: "The provider's status.", only: "after" },
  response_iserror: { type: "boolean", text: "Whether that status is no success.", only: "after" },
  meta_data: { type: `${VALUES} | null`, text: "The object that the resource is about." },
  object_name: { type: "string", text: "Its name." },
  configuration: { type: TEXTS, text: "The configuration of the connection." },
  events: {
    type: `${VALUES} & { eventHeaders: ${TEXTS} }`,
    text: "What the provider sent: its decoded body, with the headers as eventHeaders.",
    only: "event",
  },
};

const RESULT = `{ continue?: boolean; request_vendor_body?: any; request_vendor_body_map?: any; request_vendor_headers?: any;
  request_vendor_parameters?: any; request_vendor_path?: string; request_vendor_method?: string; request_vendor_url?: string;
  request_parameters?: any; request_headers?: any; request_body?: any; request_expression?: any; configuration?: any;
  response_body?: any; response_headers?: any; response_status_code?: number; response_error?: string; events?: any[];
  [name: string]: any }`;

/** TypeScript declarations of the variables in a hook of this stage. */
export function hookDeclarations(stage: Stage | undefined): string {
  const variables = Object.entries(HOOK_GLOBALS)
    .filter(([, { only }]) => only === undefined || stage === undefined || only === stage)
    .map(([name, { type, text }]) => `/** ${text} */\ndeclare const ${name}: ${type};`);
  return `${variables.join("\n")}
/** Ends the hook. Given maps are merged by key, null removes a key, and what is absent stays. */
declare function done(result?: ${RESULT}): void;
/** lodash, lodash/fp, moment, util, http and https. */
declare function require(name: string): any;
declare const console: { log(...values: any[]): void; info(...values: any[]): void; warn(...values: any[]): void; error(...values: any[]): void };
declare const CE: { randomString(): string; randomEmail(): string; md5(text: string): string; b64(text: string): string; decode64(text: string): string; [name: string]: any };
declare const notify: { email(...values: any[]): void };
`;
}
