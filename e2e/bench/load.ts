import { Agent, request } from "node:http";
import autocannon from "autocannon";

export type Load = { url: string; headers?: Record<string, string>; body: (n: number) => unknown; connections: number };
export type Measured = { perSecond: number; p50: number; p99: number; count: number; failed: number };

/** Closed-loop POSTs for some seconds. `failed` counts everything but 2xx. */
export async function loadFor(seconds: number, { url, headers = {}, body, connections }: Load): Promise<Measured> {
  let sent = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        setupRequest: (request) => ({ ...request, body: JSON.stringify(body(++sent)) }),
      },
    ],
  });
  const { p50, p99 } = result.latency;
  const answered = result["2xx"];
  return { perSecond: answered / result.duration, p50, p99, count: answered, failed: result.non2xx + result.errors };
}

/** So many closed-loop POSTs, `connections` at a time, timed to the last answer. */
export async function loadOf(amount: number, { url, headers = {}, body, connections }: Load): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const options = { method: "POST", agent, headers: { "content-type": "application/json", ...headers } };
  const times: number[] = [];
  let sent = 0;
  let failed = 0;
  const began = performance.now();
  async function client() {
    while (sent < amount) {
      const text = JSON.stringify(body(++sent));
      const asked = performance.now();
      const status = await post(url, options, text);
      times.push(performance.now() - asked);
      if (status < 200 || status > 299) failed++;
    }
  }
  await Promise.all(Array.from({ length: connections }, client));
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  const percentile = (part: number) =>
    Math.round(times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0);
  return { perSecond: amount / seconds, p50: percentile(0.5), p99: percentile(0.99), count: amount - failed, failed };
}

const post = (url: string, options: object, text: string) =>
  new Promise<number>((resolve, reject) => {
    const call = request(url, options, (reply) => {
      reply.resume();
      reply.once("end", () => resolve(reply.statusCode ?? 0));
    });
    call.once("error", reject);
    call.end(text);
  });
