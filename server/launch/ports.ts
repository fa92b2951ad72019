import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the range of ephemeral ports, so that no outgoing connection takes the port first. */
const LOWEST = 10_240;
const HIGHEST = 32_000;
const TRIES = 50;

/** A port that is currently free. */
export async function freePort(): Promise<number> {
  let outcome: number | Error = new Error("No port is free.");
  for (let tries = 0; tries < TRIES; tries++) {
    outcome = await listenOnce(randomInt(LOWEST, HIGHEST));
    if (typeof outcome === "number") return outcome;
  }
  throw outcome;
}

/** Throws an Error of one line, which names the variable to set, if the port is not available. */
export async function assertFree(port: number, variable: string): Promise<void> {
  const outcome = await listenOnce(port);
  if (outcome === port) return;
  const reason = (outcome as NodeJS.ErrnoException).code === "EADDRINUSE" ? "is taken" : "cannot be used";
  throw new Error(`Port ${port} ${reason}: choose another port with ${variable}=…`);
}

/** Listens briefly on all addresses, as the product does; returns the port, or the reason why that failed. */
function listenOnce(port: number): Promise<number | Error> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", resolve);
    server.listen(port, () => {
      const address = server.address();
      server.close(() => resolve(address && typeof address === "object" ? address.port : port));
    });
  });
}
