import { Failure } from "#server/errors.ts";
import type { HttpRequest, HttpResponse, Ports } from "#server/formula/ports.ts";
import type { Exchange, FormulaTest } from "./shape.ts";
import { fieldsOf } from "./visited-step.ts";

/** A request of the replay that the recorded run did not send. */
export type Unrecorded = { method: string; address: string; elementInstanceId?: string | undefined };

/** The part of a test that came from outside. */
export type Sent = Pick<FormulaTest, "exchanges" | "copies" | "messages">;

type Call = HttpRequest & { elementInstanceId?: string };

/**
 * The ports of a replay: each request gets the response that was recorded for its method, address and element instance,
 * in their order; nothing leaves the process, nobody is notified, and nothing waits. `exchanges` and `copies` are those
 * of the test with the element instances that took part, and `sent` returns those that the replay sent. `settle` is called when a step has ended. While a test is
 * recorded, the next request of the run is meant where none has the address: it had another time or number in it.
 */
export function replayPorts(test: FormulaTest, sandbox: Ports["sandbox"], { isRecording }: { isRecording: boolean }) {
  const exchanges = structuredClone(test.exchanges);
  const copies = structuredClone(test.copies);
  const waiting = Map.groupBy(exchanges, ({ request }) => keyOf(request.method, request.address));
  const [waitingCopies, waitingMessages] = [[...copies], [...test.messages]];
  const unrecorded: Unrecorded[] = [];
  /** Requests that a step may repeat before it ends. */
  let repeated: { exchange: Exchange; left: number } | undefined;
  const sent = (): Sent => ({
    exchanges: exchanges.filter((exchange) => ![...waiting.values()].some((queue) => queue.includes(exchange))),
    copies: copies.slice(0, copies.length - waitingCopies.length),
    messages: test.messages.slice(0, test.messages.length - waitingMessages.length),
  });

  function exchangeFor({ method, url, elementInstanceId }: Call): Exchange {
    const [address = ""] = url.split("?");
    const isMeant = ({ request }: Exchange) =>
      request.elementInstanceId === undefined || request.elementInstanceId === elementInstanceId;
    if (repeated && repeated.left > 0 && isMeant(repeated.exchange)) {
      repeated.left--;
      return repeated.exchange;
    }
    const queue = waiting.get(keyOf(method, address)) ?? [];
    const at = queue.findIndex(isMeant);
    const [exchange] = at < 0 ? (isRecording ? nextOf(method, isMeant) : []) : queue.splice(at, 1);
    if (!exchange) throw missing({ method, address, elementInstanceId });
    exchange.request.address = address;
    if (elementInstanceId !== undefined) exchange.request.elementInstanceId ??= elementInstanceId;
    repeated = { exchange, left: exchange.retries ?? 0 };
    return exchange;
  }

  /** The first request of the run with this method that has not been sent again. */
  function nextOf(method: string, isMeant: (exchange: Exchange) => boolean): Exchange[] {
    const left = new Set([...waiting.values()].flat());
    const next = exchanges.find(
      (exchange) => left.has(exchange) && exchange.request.method === method && isMeant(exchange),
    );
    const queue = next && waiting.get(keyOf(method, next.request.address));
    return queue && next ? queue.splice(queue.indexOf(next), 1) : [];
  }

  function missing(request: Unrecorded): Failure {
    unrecorded.push(request);
    return new Failure("notFound", `The test has no response to ${requestText(request)}.`);
  }

  const respond = async (call: Call): Promise<HttpResponse> => responseOf(exchangeFor(call), call);

  const ports: Ports = {
    sandbox,
    http: respond,
    platform: respond,
    element: respond,
    async elementStream(download, upload) {
      const [from, to] = [download.elementInstanceId, upload.elementInstanceId];
      const copied = waitingCopies.shift();
      if (!copied || (copied.from ?? from) !== from || (copied.to ?? to) !== to)
        throw missing({ method: download.method, address: download.url, elementInstanceId: from });
      Object.assign(copied, { from, to });
      if (copied.download === undefined) throw new Failure("badGateway", copied.error ?? NO_RESPONSE);
      return {
        download: partOf(copied.download, download),
        ...(copied.upload !== undefined && { upload: partOf(copied.upload, upload) }),
      };
    },
    async publish() {
      const error = waitingMessages.shift()?.error;
      if (error !== undefined) throw new Failure("badGateway", error);
    },
    notify: async () => true,
    now: () => new Date(test.at),
    sleep: async () => {},
    limitedTo: async () => ports,
  };
  const settle = () => {
    repeated = undefined;
  };
  return { ports, unrecorded, exchanges, copies, sent, settle };
}

/** `GET /contacts of element instance 7`. */
export const requestText = ({ method, address, elementInstanceId }: Unrecorded): string =>
  `${method} ${address}${elementInstanceId === undefined ? "" : ` of element instance ${elementInstanceId}`}`;

const NO_RESPONSE = "There was no response.";

const keyOf = (method: string, address: string): string => `${method.toUpperCase()} ${address}`;

function responseOf({ response, error }: Exchange, call: HttpRequest): HttpResponse {
  if (!response) throw new Failure("badGateway", error ?? NO_RESPONSE);
  return { ...response, body: response.body, sent: sentOf(call) };
}

function partOf(recorded: unknown, call: HttpRequest): HttpResponse {
  const { code, headers, body } = fieldsOf(recorded);
  return { code: Number(code), headers: fieldsOf(headers) as Record<string, string>, body, sent: sentOf(call) };
}

const sentOf = ({ url, headers, body }: HttpRequest): HttpResponse["sent"] => ({ url, headers, body });
