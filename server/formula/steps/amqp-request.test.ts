import { expect, test, vi } from "vitest";
import { runStep } from "#server/testing/fake-formula-ports.ts";
import { amqpRequest } from "./amqp-request.ts";

const saved = { url: "amqps://me:p@ss@broker.example/v", queue: "orders", body: { id: "${trigger.args.id}" } };
const context = { trigger: { args: { id: 5 } } };

test("publishes and shows no password (spec §2.6)", async () => {
  const publish = vi.fn(async () => {});
  const outcome = await runStep(amqpRequest, { ...saved, exchange: "x" }, { context, ports: { publish } });
  expect(publish).toHaveBeenCalledWith(
    { url: saved.url, queue: "orders", exchange: "x", body: '{"id":5}' },
    expect.any(AbortSignal),
  );
  expect(outcome).toEqual({
    took: "onSuccess",
    output: {
      request: { body: { id: 5 }, url: "amqps://me:********@broker.example/v", exchange: "x", queue: "orders" },
    },
  });
});

test.each([
  ["a broker that does not confirm", {}, "The broker closed the connection."],
  ["an address of another kind", { url: "https://broker.example" }, "url: must begin with amqp:// or amqps://."],
  ["a missing message", { body: "" }, "body: is required"],
  ["a missing queue", { queue: "${trigger.args.no}" }, "queue: is required"],
  ["a queue name of 256 bytes", { queue: "ü".repeat(128) }, "queue: must be at most 255 bytes of UTF-8"],
  ["an exchange name of 256 bytes", { exchange: "x".repeat(256) }, "exchange: must be at most 255 bytes of UTF-8"],
])("%s is the error", async (_, changed, error) => {
  const publish = () => Promise.reject(new Error("The broker closed the connection."));
  expect(await runStep(amqpRequest, { ...saved, ...changed }, { context, ports: { publish } })).toMatchObject({
    took: "onFailure",
    error,
  });
});

test("a cancelled execution is no step error", async () => {
  const signal = AbortSignal.abort(new Error("cancelled"));
  const publish = () => Promise.reject(new Error("closed"));
  await expect(runStep(amqpRequest, saved, { context, signal, ports: { publish } })).rejects.toThrow("cancelled");
});
