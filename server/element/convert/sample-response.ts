import type { Conversion } from "./conversion.ts";
import { convertRequests } from "./described-requests.ts";
import { defineFormat } from "./format.ts";
import { problemOfFormat } from "./other-formats.ts";

/** A provider's response: one resource, with its model and list. */
export const sampleResponse = defineFormat({
  type: "sample",
  label: "sample response",
  isOf: ({ syntax, document }) =>
    syntax === "json" && typeof document === "object" && document !== null && problemOfFormat(document) === undefined,
  convert({ document }, choices): Conversion {
    const request = {
      place: "",
      name: "",
      method: "GET",
      url: "/items",
      headers: [],
      replies: [{ headers: [], sample: document }],
    };
    return convertRequests({ title: "Sample response", requests: [request] }, choices);
  },
});
