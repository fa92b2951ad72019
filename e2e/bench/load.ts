import autocannon from "autocannon";

export type Load = { url: string; headers?: Record<string, string>; body: (n: number) => unknown; connections: number };
export type Measured = { perSecond: number; p50: number; p99: number; count: number; failed: number };

/** Closed-loop POSTs for some seconds, or until `amount` are answered. `failed` counts everything but 2xx. */
export async function load(
  { url, headers = {}, body, connections }: Load,
  limit: { seconds: number } | { amount: number },
): Promise<Measured> {
  let sent = 0;
  const began = performance.now();
  const result = await autocannon({
    url,
    connections,
    timeout: 120,
    ...("seconds" in limit ? { duration: limit.seconds } : { amount: limit.amount }),
    requests: [
      {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        setupRequest: (request) => ({ ...request, body: JSON.stringify(body(++sent)) }),
      },
    ],
  });
  const seconds = "seconds" in limit ? result.duration : (performance.now() - began) / 1000;
  const answered = result["2xx"];
  return {
    perSecond: answered / seconds,
    p50: result.latency.p50,
    p99: result.latency.p99,
    count: answered,
    failed: result.non2xx + result.errors,
  };
}
