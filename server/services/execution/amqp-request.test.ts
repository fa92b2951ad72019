import { type ChannelModel, connect } from "amqplib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAmqp } from "#server/outside/amqp.ts";
import { createEgress } from "#server/outside/egress/egress.ts";
import { type Rabbitmq, startRabbitmq } from "#server/testing/rabbitmq.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";

let rabbitmq: Rabbitmq;
let observer: ChannelModel;
let amqp: ReturnType<typeof createAmqp>;
let api: RunningApi;
beforeAll(async () => {
  rabbitmq = await startRabbitmq();
  observer = await connect(`amqp://127.0.0.1:${rabbitmq.port}`);
  amqp = createAmqp(createEgress({ allow: [`127.0.0.1:${rabbitmq.port}`] }));
  api = await aRunningApi({ publish: amqp.publish });
});
afterAll(async () => {
  await api?.close();
  await amqp?.close();
  await observer?.close();
  await rabbitmq?.stop();
});

const publishing = (properties: object) => ({
  name: "Publishes",
  triggers: [{ type: "manual", onSuccess: ["tell"] }],
  steps: [
    {
      name: "tell",
      type: "amqpRequest",
      properties: { url: `amqp://127.0.0.1:${rabbitmq.port}`, body: '{"n":${trigger.args.n}}', ...properties },
    },
  ],
});

test("amqpRequest succeeds once the broker has confirmed the message, and it is in the queue (spec §2.5)", async () => {
  const { formulaInstanceId } = await api.aRunnable(publishing({ queue: "orders" }));
  const { id, status } = await api.run(formulaInstanceId, { n: 7 });
  expect(status).toBe("success");
  expect((await api.stepsOf(id))[0]?.values).toMatchObject({ "request.queue": "orders", "request.body": '{"n":7}' });
  const channel = await observer.createChannel();
  const message = await channel.get("orders", { noAck: true });
  expect(message === false ? "none" : message.content.toString()).toBe('{"n":7}');
});

test("amqpRequest to an exchange that routes nowhere fails with a clear error and loses nothing silently", async () => {
  const channel = await observer.createChannel();
  await channel.assertExchange("empty", "direct");
  const { formulaInstanceId } = await api.aRunnable(publishing({ queue: "nobody", exchange: "empty" }));
  const { id, status } = await api.run(formulaInstanceId, { n: 1 });
  expect(status).toBe("failed");
  expect(String((await api.stepsOf(id))[0]?.values.error)).toContain("nobody");
});
