import type { Conversion } from "./conversion.ts";
import { convertRequests } from "./described-requests.ts";
import { defineFormat } from "./format.ts";

/** A response of a provider alone: one resource, with the model and the list that it shows. */
export const sampleResponse = defineFormat({
  type: "sample",
  label: "sample response",
  isOf: ({ syntax, document }) => syntax === "json" && typeof document === "object" && document !== null,
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
