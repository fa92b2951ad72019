import { z } from "zod";
import { phrase, referenceOf, textOf } from "../definition.ts";
import { property } from "../property.ts";
import { httpMethod, text, textOrNumber } from "../property-values.ts";
import { requestLine } from "../request.ts";
import { defineTriggerType } from "../trigger-type.ts";

/** A request to an element instance and its response. */
export type ElementRequestInput = {
  request: {
    body: unknown;
    headers: Record<string, string>;
    method: string;
    path: string;
    query: Record<string, unknown>;
  };
  response: { code: number; headers: Record<string, string>; body: unknown };
};

/** The value of `trigger.type` in expressions. */
const NAME = "request";

/** `elementRequest` (spec §2.3): starts after a matching request to an element instance. */
export const elementRequest = defineTriggerType({
  type: "elementRequest",
  label: "Element API request",
  summary: "Starts after a matching request to an element instance.",
  offer: "After an API request to a connection.",
  icon: "webhook",
  line: [requestLine],
  sentence: [
    {
      message:
        "After {method, select, unset {a request to} other {{method}}} {api} at {connection, select, unset {a connection} other {{connection}}}",
      values: ({ elementInstanceId, method, api }) => ({
        method: textOf(method) || "unset",
        api: textOf(api),
        connection: referenceOf(elementInstanceId) || "unset",
      }),
    },
  ],
  outputs: [
    { path: ".request.body", label: "the request body" },
    { path: ".response.body", label: "the response body" },
    { path: ".response.code", label: "the status code" },
  ],
  properties: z.object({
    elementInstanceId: textOrNumber.clone().register(property, {
      reads: "template",
      label: "Element instance",
      field: "instance",
    }),
    method: httpMethod.clone().register(property, { reads: "template", label: "Method" }),
    api: text.clone().register(property, {
      reads: "template",
      label: "API",
      help: "A path such as hubs/crm/contacts or /contacts.",
    }),
  }),
  example: { elementInstanceId: "${config.crm}", method: "POST", api: "/hubs/crm/contacts" },
  context: ({ request, response }: ElementRequestInput) => ({
    type: NAME,
    request: { ...request, body: request.body ?? "" },
    response,
  }),
  fromManual(body) {
    const { data } = callAndReply.safeParse(body);
    return [data ? { type: NAME, ...data } : { type: NAME, args: body ?? {} }];
  },
  recordDepth: 2,
  recorded: ["type", "request", "response"],
  contextKeys: ["request", "response"],
  source: "requests",
  sample: () => ({
    request: { method: "GET", path: "/contacts", headers: {}, query: {}, body: "" },
    response: { code: 200, headers: {}, body: {} },
  }),
  asManual: (recorded) => recorded,
  story: [
    phrase("The request {about} triggered the run.", ({ about }) => about),
    { message: "A request to a connection triggered the run.", values: () => ({}) },
  ],
});

const part = z.record(z.string(), z.unknown());
const callAndReply = z.object({ request: part, response: part });
