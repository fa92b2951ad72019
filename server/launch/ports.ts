import { createServer } from "node:net";

/** A port nobody listens on right now. Another program may still take it before its user does. */
export async function freePort(): Promise<number> {
  const port = await listenOnce(0);
  if (typeof port !== "number") throw port;
  return port;
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
