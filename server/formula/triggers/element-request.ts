import { z } from "zod";
import { property } from "../property.ts";
import { httpMethod, text, textOrNumber } from "../property-values.ts";
import { defineTriggerType } from "../trigger-type.ts";

/** A call to an element instance and its reply. */
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

/** `elementRequest` (spec §2.3): starts after a matching call to an element instance. It calls itself `request`. */
export const elementRequest = defineTriggerType({
  type: "elementRequest",
  label: "Element API request",
  summary: "Starts after a call of this kind to an element instance.",
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
    type: "request",
    request: { ...request, body: request.body ?? "" },
    response,
  }),
  fromManual(body) {
    const { data } = callAndReply.safeParse(body);
    return [data ? { type: "request", ...data } : { type: "request", args: body ?? {} }];
  },
  recordDepth: 2,
  recorded: ["type", "request", "response"],
});

const part = z.record(z.string(), z.unknown());
const callAndReply = z.object({ request: part, response: part });
