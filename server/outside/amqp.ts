import { Failure } from "#server/errors.ts";
import type { Ports } from "#server/formula/ports.ts";
import { type AmqpEgress, type AmqpLink, openLink } from "./amqp-link.ts";

const LIMITS = { connectMs: 15_000, confirmMs: 30_000, idleMs: 30_000 };

/**
 * The `publish` port (server/formula/ports.ts) for RabbitMQ and other brokers with AMQP 0-9-1. A message is persistent
 * and mandatory, and counts as published once the broker has confirmed it.
 * Without an exchange it goes to the queue of that name, which is declared durable if it does not exist. With an
 * exchange the queue's name is the routing key, and nothing is declared. Addresses pass the egress checks.
 * Failures never quote the address. `badRequest`: not the address of a permitted broker; `unprocessable`: no queue
 * takes the message; `badGateway` and `timedOut`: no connection, a refusal, or no confirmation, and then
 * `isOutcomeUnknown`. An aborted `signal` rejects with its reason.
 */
export function createAmqp(egress: AmqpEgress, limits: Partial<typeof LIMITS> = {}) {
  const links = new Map<string, Promise<AmqpLink>>();
  const stop = new AbortController();

  function open(key: string, url: string): Promise<AmqpLink> {
    const opening = openLink(egress, url, {
      ...LIMITS,
      ...limits,
      stopping: stop.signal,
      onEnd: () => links.delete(key),
    });
    opening.catch(() => links.delete(key));
    links.set(key, opening);
    return opening;
  }

  async function post({ url, queue, exchange = "", body }: Parameters<Ports["publish"]>[0]): Promise<void> {
    // Publishing to an exchange that does not exist closes the channel for all users of it.
    const key = `${exchange}\n${url}`;
    const link = await (links.get(key) ?? open(key, url));
    const content = Buffer.from(body);
    if (await link.post(exchange, queue, content)) return;
    if (exchange === "") {
      await link.declare(queue);
      if (await link.post(exchange, queue, content)) return;
    }
    const where = exchange === "" ? `queue "${queue}"` : `exchange "${exchange}" with routing key "${queue}"`;
    throw new Failure("unprocessable", `No queue of ${link.at} accepts messages sent to ${where}.`);
  }

  return {
    publish: (async (message, signal) => {
      signal.throwIfAborted();
      stop.signal.throwIfAborted();
      const aborted = Promise.withResolvers<never>();
      const onAbort = () => aborted.reject(signal.reason);
      signal.addEventListener("abort", onAbort, { once: true });
      await Promise.race([post(message), aborted.promise]).finally(() => signal.removeEventListener("abort", onAbort));
    }) satisfies Ports["publish"],

    /** Closes the connections; messages without a confirmation so far fail. */
    async close() {
      stop.abort(new Failure("unavailable", "The message was not sent because this server is shutting down."));
      const opened = await Promise.allSettled(links.values());
      await Promise.all(opened.map((link) => link.status === "fulfilled" && link.value.close()));
    },
  };
}
