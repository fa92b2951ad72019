import { z } from "zod";
import { phrase } from "../definition.ts";
import { thrownFailure } from "../failure-reason.ts";
import { asText } from "../place.ts";
import { property } from "../property.ts";
import { text } from "../property-values.ts";
import { defineStepType } from "../step-type.ts";

/** AMQP has one byte for the length of a name. */
const nameOf = (type: z.ZodString) =>
  type.refine((name) => new TextEncoder().encode(name).length <= 255, "must be at most 255 bytes of UTF-8");

/**
 * `amqpRequest` (spec §2.5, §2.6): publishes one message; succeeds once the broker has confirmed it.
 * Context value: `{ request: { body, url, exchange, queue } }`, the password of the URL masked.
 */
export const amqpRequest = defineStepType({
  type: "amqpRequest",
  label: "AMQP request",
  summary: "Publishes a message to an AMQP queue.",
  icon: "send",
  color: "step-amqp",
  purpose: "call",
  line: [phrase("to {queue}", ({ queue }) => queue)],
  outputs: [{ path: ".request.body", label: "the message" }],
  properties: z.object({
    url: text
      .clone()
      .register(property, { reads: "template", label: "URL", help: "Such as amqps://user:password@host/vhost" }),
    queue: nameOf(text).register(property, { reads: "template", label: "Queue" }),
    exchange: nameOf(z.string()).optional().register(property, { reads: "template", label: "Exchange" }),
    body: z
      .unknown()
      .refine((body) => body !== undefined, "is required")
      .register(property, {
        reads: "template",
        label: "Message",
        field: "json",
        place: "json",
      }),
  }),
  recordDepth: () => 2,
  changesOutside: () => true,
  example: { url: "${config.broker}", queue: "orders", body: "${steps.build.message}" },
  async run({ properties: { url, queue, exchange, body }, ports, signal }) {
    const message = asText(body);
    const output = { request: { body, url: withoutPassword(url), exchange: exchange ?? "", queue } };
    if (!/^amqps?:\/\//i.test(url))
      return { took: "onFailure", output, error: "url: must begin with amqp:// or amqps://." };
    try {
      await ports.publish({ url, queue, ...(exchange && { exchange }), body: message }, signal);
      return { took: "onSuccess", output };
    } catch (error) {
      signal.throwIfAborted();
      return { took: "onFailure", output, ...thrownFailure(error) };
    }
  },
});

/** The credentials end at the last `@` of the authority, since passwords may contain any character. */
const withoutPassword = (url: string) => url.replace(/^([a-z]+:\/\/[^:/?#]*):[^/?#]*@/i, "$1:********@");
