import { expect, test } from "vitest";
import { demosoap } from "./demosoap.ts";

test("a fault whose text has attributes is an error with that text", () => {
  const body = demosoap.hooks?.find(({ type }) => type === "postRequest")?.body ?? "";
  const results: unknown[] = [];
  const fault = { faultstring: { "@xml:lang": "en", "#text": "No shipment" }, detail: { code: "not_found" } };
  const response = { "s:Envelope": { "s:Body": { "s:Fault": fault } } };
  new Function("done", "response_body", "response_status_code", body)(
    (result: unknown) => results.push(result),
    response,
    500,
  );
  expect(results).toEqual([{ response_status_code: 404, response_error: "No shipment" }]);
});
