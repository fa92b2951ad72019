import { randomUUID } from "node:crypto";
import { type ChannelModel, type ConfirmChannel, connect } from "amqplib";
import { Failure } from "#server/errors.ts";
import type { Egress } from "./egress/egress.ts";
import { asOutcomeUnknown, reasonOf, unconnected } from "./egress/failures.ts";

/** The part of egress that links need. */
export type AmqpEgress = Pick<Egress, "target" | "checked">;

/** Times in milliseconds: to connect and sign in, to wait for a confirmation, to keep an unused connection. */
export type LinkOptions = {
  connectMs: number;
  confirmMs: number;
  idleMs: number;
  /** Aborts the wait for a connection. */
  stopping: AbortSignal;
  /** Called when the link is no longer usable. */
  onEnd: () => void;
};

/** One connection with one confirm channel. It closes itself after it has been unused for a while. */
export type AmqpLink = {
  /** The broker's address for messages. */
  at: string;
  /** Publishes and waits for the confirmation; false if no queue took the message, so that it was dropped. */
  post: (exchange: string, routingKey: string, content: Buffer) => Promise<boolean>;
  /** Declares the durable queue, unless it exists. */
  declare: (queue: string) => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Connects and signs in. Throws a Failure before anything is published. `onEnd` is called when the link is no longer
 * usable.
 */
export async function openLink(egress: AmqpEgress, url: string, options: LinkOptions): Promise<AmqpLink> {
  const { at, connection, channel } = await signIn(egress, url, options);
  const unrouted = new Set<string>();
  let ended: Failure | undefined;
  let isBlocked = false;
  let underWay = 0;
  let idle: NodeJS.Timeout | undefined;

  const end = (error?: Error) => {
    if (ended) return;
    ended = asFailure(at, error);
    clearTimeout(idle);
    options.onEnd();
  };
  const close = async () => {
    end();
    await connection.close().catch(() => {});
  };
  connection.on("error", end).on("close", end);
  connection.on("blocked", () => {
    isBlocked = true;
  });
  connection.on("unblocked", () => {
    isBlocked = false;
  });
  channel.on("error", end).on("close", () => void close());
  channel.on("return", ({ properties }) => unrouted.add(properties.messageId));

  /** Only an unused connection is idle. */
  async function using<Value>(work: () => Promise<Value>): Promise<Value> {
    if (ended) throw ended;
    underWay++;
    clearTimeout(idle);
    try {
      return await work();
    } finally {
      underWay--;
      if (underWay === 0 && !ended) idle = setTimeout(close, options.idleMs);
    }
  }

  async function post(exchange: string, routingKey: string, content: Buffer): Promise<boolean> {
    const messageId = randomUUID();
    let late: NodeJS.Timeout | undefined;
    const confirmed = new Promise<void>((resolve, reject) => {
      late = setTimeout(() => {
        reject(asOutcomeUnknown(unconfirmed(at, isBlocked)));
        void close();
      }, options.confirmMs);
      // Throws, which rejects, if the channel is closed or a name cannot be encoded.
      channel.publish(exchange, routingKey, content, { ...PROPERTIES, messageId }, (error) => {
        if (error) reject(ended ? lost(ended) : nacked(at));
        else resolve();
      });
    });
    await confirmed.finally(() => clearTimeout(late));
    return !unrouted.delete(messageId);
  }

  return {
    at,
    close,
    post: (...message) => using(() => post(...message)),
    declare: (queue) => using(() => declareOn(connection, at, queue)),
  };
}

/** Uses a separate channel: a refusal closes the channel, and with it the confirmations of others. */
async function declareOn(connection: ChannelModel, at: string, queue: string): Promise<void> {
  let refusal: Error | undefined;
  const channel = await connection.createChannel();
  channel.on("error", (error) => {
    refusal = error;
  });
  try {
    await channel.assertQueue(queue, { durable: true });
    await channel.close();
  } catch (error) {
    throw asFailure(at, refusal ?? error);
  }
}

const PROPERTIES = { persistent: true, mandatory: true, contentType: "application/json", contentEncoding: "utf-8" };

async function signIn(egress: AmqpEgress, address: string, { connectMs, stopping }: LinkOptions) {
  const { url, host, port, at } = egress.target(address, ["amqp:", "amqps:"]);
  const { protocol, pathname } = url;
  const place = { protocol: protocol.slice(0, -1), hostname: host, port, vhost: pathname.slice(1), heartbeat: 30 };
  const account = credentials(url);
  const { lookup, servername } = await egress.checked({ host, port, ownPorts: [5671, 5672], signal: stopping });
  const limit = new AbortController();
  const giveUp = () => limit.abort();
  const timer = setTimeout(giveUp, connectMs);
  stopping.addEventListener("abort", giveUp);
  let connection: ChannelModel | undefined;
  try {
    // The declared type lacks `signal`, but all options reach net.connect.
    const socket = { lookup, servername, signal: limit.signal, noDelay: true, keepAlive: true };
    connection = await connect({ ...place, ...account }, socket);
    connection.on("error", () => {});
    const channel: ConfirmChannel = await connection.createConfirmChannel();
    return { at, connection, channel };
  } catch (error) {
    connection?.close().catch(() => {});
    if (limit.signal.aborted) throw unconnected(at, Object.assign(new Error("sign-in"), { code: "ETIMEDOUT" }));
    if (isVhostRefused(error))
      throw new Failure("badGateway", `${at} refused: its virtual host does not exist or is not open to this user.`);
    throw replyOf(error) ? asFailure(at, error) : unconnected(at, error);
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener("abort", giveUp);
  }
}

/** amqplib drops the broker's own message here, which would name the virtual host. */
const isVhostRefused = (error: unknown) =>
  error instanceof Error && /ConnectionOpenOk.*ConnectionClose/s.test(error.message);

/** By default the broker's own guest login, which it grants to its own machine only. */
function credentials({ username, password }: URL): { username?: string; password?: string } {
  if (!username && !password) return {};
  try {
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    throw new Failure("badRequest", "url: its user name or password is not percent-encoded.");
  }
}

/** The broker's reason: `NOT_FOUND - no exchange 'x' in vhost '/'`. */
const replyOf = (error: unknown): string | undefined =>
  error instanceof Error ? /with message "(.*)"/s.exec(error.message)?.[1] : undefined;

function asFailure(at: string, error: unknown): Failure {
  const reply = replyOf(error);
  return reply
    ? new Failure("badGateway", `${at} refused: ${reply.slice(0, 500)}`, {
        providerMessage: reply.slice(0, 2000),
        cause: error,
      })
    : new Failure("badGateway", `The connection to ${at} ended: ${reasonOf(error)}.`, { cause: error });
}

/** A refused exchange is certain; after a lost connection the message may have arrived. */
const lost = (ended: Failure): Failure =>
  /^(NOT_FOUND|ACCESS_REFUSED - access to exchange)/.test(ended.providerMessage ?? "")
    ? ended
    : asOutcomeUnknown(ended);

const nacked = (at: string) => new Failure("badGateway", `${at} could not accept the message.`);

const unconfirmed = (at: string, isBlocked: boolean) =>
  new Failure(
    "timedOut",
    isBlocked ? `${at} does not accept messages at present.` : `${at} did not confirm the message in time.`,
  );
