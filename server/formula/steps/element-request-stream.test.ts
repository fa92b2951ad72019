import { expect, test } from "vitest";
import { runStep } from "../fake-ports.ts";
import { elementRequestStream } from "./element-request-stream.ts";

test("says that it cannot be run yet", async () => {
  const context = { config: { source: "1", target: "2" }, trigger: { args: { fileId: 3 } } };
  expect(await runStep(elementRequestStream, elementRequestStream.example, { context })).toEqual({
    took: "onFailure",
    error: "elementRequestStream: element instances are not available yet.",
  });
});
