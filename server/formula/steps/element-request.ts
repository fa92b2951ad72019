import { z } from "zod";
import { property } from "../property.ts";
import { text, textOrNumber } from "../property-values.ts";
import { changesSomething, performRequest, REQUEST_DEFINITION, requestProperties } from "../request.ts";
import { defineStepType } from "../step-type.ts";
import { requestStory } from "../story.ts";

/** The target of a request to our own API: a path of the hub or of the element, such as `/hubs/crm/contacts`. */
export const apiProperty = text.clone().register(property, {
  reads: "template",
  label: "API",
  place: "url",
  help: "A path such as hubs/crm/contacts or /contacts.",
});

/** A path always begins with one slash; an address of another host is no path. */
export const apiPath = (api: string): string | undefined =>
  /^[a-z][a-z0-9+.-]*:/i.test(api) ? undefined : `/${api.trim().replace(/^[/\\]+/, "")}`;

/** Bulk files are streamed; a step would hold them in memory. */
const isBulkDownload = (api: unknown, method: unknown): boolean =>
  typeof api === "string" &&
  /^get$/i.test(String(method ?? "GET")) &&
  /^\/?(hubs\/[^/]+\/)?bulk\/[^/]+\/(?!(status|errors)\b)[^/]/i.test(api);

/**
 * `elementRequest` (spec §2.5): sends one request to the API of an element instance. Context value: see
 * `performRequest`, with the path as `request.uri`.
 */
export const elementRequest = defineStepType({
  ...REQUEST_DEFINITION,
  story: requestStory("element API request"),
  type: "elementRequest",
  label: "Element API request",
  summary: "Sends a request to an element instance and returns the response.",
  icon: "plug",
  color: "step-element",
  properties: z.object({
    elementInstanceId: textOrNumber.clone().register(property, {
      reads: "template",
      label: "Element instance",
      field: "instance",
    }),
    api: apiProperty,
    ...requestProperties,
  }),
  recordDepth: () => 2,
  refusals: ({ api, method }) =>
    isBulkDownload(api, method)
      ? [{ property: "api", message: "api: a bulk download needs an elementRequestStream step." }]
      : [],
  changesOutside: changesSomething,
  example: { elementInstanceId: "${config.crm}", method: "GET", api: "/hubs/crm/contacts", query: { pageSize: 200 } },
  run(step) {
    const { api, elementInstanceId } = step.properties;
    const address = apiPath(api);
    if (address === undefined) return { took: "onFailure", error: `api: ${api} is not a path such as /contacts.` };
    return performRequest(step, {
      address,
      recordedAs: "uri",
      takesContent: true,
      send: (call) => step.ports.element({ ...call, elementInstanceId }),
    });
  },
});
