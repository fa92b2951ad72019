import autocannon from "autocannon";

/** Requests of one kind: POSTs of these bodies, or GETs. */
export type Load = {
  url: string;
  headers?: Record<string, string>;
  body?: (n: number) => unknown;
  connections: number;
};
export type Measured = { perSecond: number; p50: number; p99: number; count: number; failed: number };

/** Closed-loop requests for some seconds. `failed` counts everything but 2xx. */
export const loadFor = (seconds: number, load: Load) => call(load, { duration: seconds });

/** A number of closed-loop requests, timed to the last response. */
export const loadOf = (amount: number, load: Load) => call(load, { amount });

async function call(
  { url, headers = {}, body, connections }: Load,
  limit: { duration: number } | { amount: number },
): Promise<Measured> {
  let sent = 0;
  let lastResponseAt = 0;
  const began = performance.now();
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url,
        connections,
        ...limit,
        requests: [
          body
            ? {
                method: "POST",
                headers: { "content-type": "application/json", ...headers },
                setupRequest: (request) => ({ ...request, body: JSON.stringify(body(++sent)) }),
              }
            : { method: "GET", headers },
        ],
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    );
    // It ends on a full second of its own clock; the time of the last response is what counts.
    instance.on("response", () => {
      lastResponseAt = performance.now();
    });
  });
  const { p50, p99 } = result.latency;
  const succeeded = result["2xx"];
  const perSecond = succeeded / ((lastResponseAt - began) / 1000);
  return { perSecond, p50, p99, count: succeeded, failed: result.non2xx + result.errors };
}
