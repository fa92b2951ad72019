import { z } from "zod";
import { property } from "../property.ts";
import { textOrNumber } from "../property-values.ts";
import { changesSomething, performRequest, REQUEST_DEFINITION, requestProperties } from "../request.ts";
import { defineStepType } from "../step-type.ts";
import { requestStory } from "../story.ts";
import { apiPath, apiProperty } from "./element-request.ts";

/**
 * `request` (spec §2.5): sends one request to the platform's own API as the owner of the formula instance. With an
 * `elementInstanceId`, which the specification requires and real formulas leave out, it goes to that instance. Context
 * value: see `performRequest`, with the path as `request.uri`.
 */
export const request = defineStepType({
  ...REQUEST_DEFINITION,
  story: requestStory("platform API request"),
  type: "request",
  label: "Platform API request",
  summary: "Sends a request to the platform API and returns the response.",
  icon: "server",
  color: "step-request",
  properties: z.object({
    elementInstanceId: textOrNumber.optional().register(property, {
      reads: "template",
      label: "Element instance",
      field: "instance",
    }),
    api: apiProperty.clone().register(property, {
      reads: "template",
      label: "API",
      place: "url",
      help: "A path such as /formulas. With an element instance a path of the element, such as /contacts.",
    }),
    ...requestProperties,
  }),
  recordDepth: () => 2,
  changesOutside: changesSomething,
  actsAsOwner: true,
  example: { method: "GET", api: "/formulas" },
  run(step) {
    const { api, elementInstanceId } = step.properties;
    const address = apiPath(api);
    if (address === undefined) return { took: "onFailure", error: `api: ${api} is not a path such as /formulas.` };
    return performRequest(step, {
      address,
      recordedAs: "uri",
      takesContent: elementInstanceId !== undefined,
      send:
        elementInstanceId === undefined
          ? step.ports.platform
          : (call) => step.ports.element({ ...call, elementInstanceId }),
    });
  },
});
