import { z } from "zod";
import { property } from "../property.ts";
import { text } from "../property-values.ts";
import { changesSomething, performRequest, REQUEST_DEFINITION, requestProperties } from "../request.ts";
import { defineStepType } from "../step-type.ts";
import { requestStory } from "../story.ts";

/**
 * `httpRequest` (spec §2.5): sends one request to any HTTP or HTTPS address. Context value: see `performRequest`, with
 * the address as `request.url`.
 */
export const httpRequest = defineStepType({
  ...REQUEST_DEFINITION,
  story: requestStory("HTTP request"),
  type: "httpRequest",
  label: "HTTP request",
  summary: "Sends an HTTP request to any URL and returns the response.",
  icon: "globe",
  color: "step-http",
  properties: z.object({
    url: text.clone().register(property, {
      reads: "template",
      label: "URL",
      place: "url",
      help: "A complete URL, such as https://example.com/items",
    }),
    ...requestProperties,
  }),
  recordDepth: () => 2,
  changesOutside: changesSomething,
  example: { method: "GET", url: "https://example.com/items/${trigger.args.id}" },
  run(step) {
    const url = step.properties.url.trim();
    if (!/^https?:\/\/[^/?#]/i.test(url) || !URL.canParse(url)) {
      return { took: "onFailure", error: `url: ${url} is not an http or https address.` };
    }
    return performRequest(step, { address: url, recordedAs: "url", takesContent: true, send: step.ports.http });
  },
});
