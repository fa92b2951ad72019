import { Failure } from "#server/errors.ts";
import type { HttpRequest, HttpResponse, Ports } from "#server/formula/ports.ts";
import type { Exchange, FormulaTest } from "./shape.ts";
import { fieldsOf } from "./visited-step.ts";

/** A request of the replay that the recorded run did not send. */
export type Unrecorded = { method: string; address: string };

/**
 * The world of a replay: each request gets the response that was recorded for its method and address, in their order;
 * nothing leaves the process, nobody is notified, and nothing waits.
 */
export function replayPorts(test: FormulaTest, sandbox: Ports["sandbox"]): { ports: Ports; unrecorded: Unrecorded[] } {
  const exchanges = Map.groupBy(test.exchanges, ({ request }) => keyOf(request.method, request.address));
  const copies = [...test.copies];
  const unrecorded: Unrecorded[] = [];

  async function respond(call: HttpRequest): Promise<HttpResponse> {
    const [address = ""] = call.url.split("?");
    const exchange = exchanges.get(keyOf(call.method, address))?.shift();
    if (!exchange) {
      unrecorded.push({ method: call.method, address });
      throw new Failure("notFound", `The test has no response to ${call.method} ${address}.`);
    }
    return responseOf(exchange, call);
  }

  const ports: Ports = {
    sandbox,
    http: respond,
    platform: respond,
    element: respond,
    async elementStream(download, upload) {
      const copied = copies.shift();
      if (!copied) {
        unrecorded.push({ method: download.method, address: download.url });
        throw new Failure("notFound", `The test has no response to ${download.method} ${download.url}.`);
      }
      if (copied.download === undefined) throw new Failure("badGateway", copied.error ?? "There was no response.");
      return {
        download: partOf(copied.download, download),
        ...(copied.upload !== undefined && { upload: partOf(copied.upload, upload) }),
      };
    },
    publish: async () => {},
    notify: async () => {},
    now: () => new Date(test.at),
    sleep: async () => {},
  };
  return { ports, unrecorded };
}

const keyOf = (method: string, address: string): string => `${method.toUpperCase()} ${address}`;

function responseOf({ response, error }: Exchange, call: HttpRequest): HttpResponse {
  if (!response) throw new Failure("badGateway", error ?? "There was no response.");
  return { ...response, body: response.body, sent: sentOf(call) };
}

function partOf(recorded: unknown, call: HttpRequest): HttpResponse {
  const { code, headers, body } = fieldsOf(recorded);
  return { code: Number(code), headers: fieldsOf(headers) as Record<string, string>, body, sent: sentOf(call) };
}

const sentOf = ({ url, headers, body }: HttpRequest): HttpResponse["sent"] => ({ url, headers, body });
