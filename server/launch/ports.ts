import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the ports that systems give to outgoing connections, so that none of those takes it before its user does. */
const LOWEST = 10_240;
const HIGHEST = 32_000;
const TRIES = 50;

/** A port nobody listens on right now. */
export async function freePort(): Promise<number> {
  let outcome: number | Error = new Error("No port is free.");
  for (let tries = 0; tries < TRIES; tries++) {
    outcome = await listenOnce(randomInt(LOWEST, HIGHEST));
    if (typeof outcome === "number") return outcome;
  }
  throw outcome;
}

/** Throws an Error of one line, which names the variable to set, when the port cannot be listened on. */
export async function assertFree(port: number, variable: string): Promise<void> {
  const outcome = await listenOnce(port);
  if (outcome === port) return;
  const reason = (outcome as NodeJS.ErrnoException).code === "EADDRINUSE" ? "is taken" : "cannot be used";
  throw new Error(`Port ${port} ${reason}: choose another one with ${variable}=…`);
}

/** Listens for a moment on all addresses, as the product does; answers the port, or why not. */
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
