import { once } from "node:events";
import net from "node:net";

/** A TCP server for tests: all data it received, and its number of connections. */
export type Listener = { port: number; received: () => Buffer; connections: () => number; close: () => Promise<void> };

/**
 * Listens on every local address. `answer` is called with each chunk, `greet` with each connection; without them the
 * server sends nothing.
 */
export async function listen(
  respond: (socket: net.Socket, chunk: Buffer) => void = () => {},
  greet: (socket: net.Socket) => void = () => {},
): Promise<Listener> {
  const chunks: Buffer[] = [];
  const sockets = new Set<net.Socket>();
  let connections = 0;
  const server = net.createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      respond(socket, chunk);
    });
    greet(socket);
  });
  server.listen(0);
  await once(server, "listening");
  return {
    port: (server.address() as net.AddressInfo).port,
    received: () => Buffer.concat(chunks),
    connections: () => connections,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
