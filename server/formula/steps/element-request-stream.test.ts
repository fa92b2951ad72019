import { expect, test } from "vitest";
import { runStep } from "#server/testing/fake-formula-ports.ts";
import type { Ports } from "../ports.ts";
import { elementRequestStream } from "./element-request-stream.ts";

const saved = {
  downloadElementInstanceId: "${config.source}",
  downloadMethod: "GET",
  downloadApi: "/hubs/documents/files/${trigger.args.fileId}",
  downloadQuery: { version: "2" },
  downloadHeaders: { accept: "image/png" },
  uploadElementInstanceId: "${config.target}",
  uploadMethod: "POST",
  uploadApi: "files",
};
const context = { config: { source: "7", target: "8" }, trigger: { args: { fileId: "a b" } } };

type Stream = Ports["elementStream"];
const sent = { url: "", headers: {} };

function recording(response: Awaited<ReturnType<Stream>> | Error) {
  const calls: Parameters<Stream>[] = [];
  const elementStream: Stream = async (...call) => {
    calls.push(call);
    if (response instanceof Error) throw response;
    return response;
  };
  return { calls, ports: { elementStream } };
}

const COPIED = {
  download: { code: 200, headers: { "content-type": "image/png" }, sent },
  upload: { code: 200, headers: {}, body: { id: 9 }, sent },
};

test("uploads the response of one instance to the other, and records both requests", async () => {
  const { calls, ports } = recording(COPIED);
  const outcome = await runStep(elementRequestStream, saved, { context, ports, name: "copy" });
  expect(calls).toMatchObject([
    [
      { elementInstanceId: "7", method: "GET", url: "/hubs/documents/files/a%20b?version=2" },
      { elementInstanceId: "8", method: "POST", url: "/files", headers: { "Idempotency-Key": "key-1" } },
    ],
  ]);
  expect(outcome).toEqual({
    took: "onSuccess",
    output: {
      download: {
        request: {
          query: { version: "2" },
          method: "GET",
          uri: "/hubs/documents/files/a%20b",
          headers: { accept: "image/png", "Elements-Formula-Step": "copy" },
        },
        response: { code: 200, headers: { "content-type": "image/png" } },
      },
      upload: {
        request: {
          query: {},
          method: "POST",
          uri: "/files",
          headers: { "Elements-Formula-Step": "copy", "Idempotency-Key": "key-1" },
        },
        response: { code: 200, headers: {}, body: { id: 9 } },
      },
    },
  });
});

test("form data goes beside the file, as JSON under its name", async () => {
  const { calls, ports } = recording(COPIED);
  await runStep(
    elementRequestStream,
    { ...saved, uploadFormData: { folder: "${config.target}" }, uploadFormDataName: "metadata" },
    { context, ports },
  );
  expect(calls[0]?.[1].form).toEqual({ metadata: '{"folder":"8"}' });
});

test.each([
  [
    "a failed download uploads nothing",
    { download: { code: 404, headers: {}, sent } },
    "The download returned status 404.",
  ],
  [
    "a refused upload",
    { ...COPIED, upload: { code: 409, headers: {}, body: {}, sent } },
    "The upload returned status 409.",
  ],
  ["a download that breaks off", new Error("The download broke off."), "The download broke off."],
])("%s takes onFailure and says so", async (_, response, error) => {
  const { ports } = recording(response);
  const outcome = await runStep(elementRequestStream, saved, { context, ports });
  expect(outcome).toMatchObject({ took: "onFailure", error, output: { download: { request: { method: "GET" } } } });
});

test.each([
  ["downloadApi", "https://elsewhere.test/x", "downloadApi: https://elsewhere.test/x is not a path such as /files."],
  ["uploadApi", "../files", "/../files must not contain . or .. as a part."],
  ["uploadHeaders", { "x-a": "1\r\n2" }, "uploadHeaders: the value of x-a is an invalid header value."],
])("%s that cannot be called is refused before any call", async (property, value, error) => {
  expect(await runStep(elementRequestStream, { ...saved, [property]: value }, { context })).toEqual({
    took: "onFailure",
    error,
  });
});
