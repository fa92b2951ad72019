import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** A network between a client and a server of TCP, which can fail. */
export type FaultyNetwork = {
  port: number;
  /** Connections stay open, but nothing arrives any more in either direction; `whole` also for new ones. */
  silence: (extent: "open connections" | "whole") => void;
  /** New connections work again. Those that were silent stay so. */
  restore: () => void;
  /** How long each packet takes from now on. */
  delay: (ms: number) => void;
  /** Ends all connections. */
  cut: () => void;
  close: () => void;
};

/** Opens a port of this machine that leads to `port`. */
export async function aFaultyNetwork(port: number, host = "127.0.0.1"): Promise<FaultyNetwork> {
  const connections = new Set<{ isSilent: boolean; sockets: [Socket, Socket] }>();
  let isSilent = false;
  let delayMs = 0;
  const server = createServer({ allowHalfOpen: false }, (near) => {
    const far = connect(port, host);
    const connection = { isSilent, sockets: [near, far] as [Socket, Socket] };
    connections.add(connection);
    for (const [from, to] of [connection.sockets, [far, near] as const]) {
      // Bytes stay in order when a delay ends: each waits for those before it.
      let last: Promise<unknown> | undefined;
      from.on("data", (bytes) => {
        const send = () => connection.isSilent || to.write(bytes);
        if (delayMs === 0 && !last) return void send();
        const sending = Promise.all([last, pause(delayMs)]).then(() => {
          send();
          if (last === sending) last = undefined;
        });
        last = sending;
      });
      from.on("error", () => {});
      from.on("close", () => {
        connections.delete(connection);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = () => {
    for (const { sockets } of connections) for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    silence(extent) {
      isSilent = extent === "whole";
      for (const connection of connections) connection.isSilent = true;
    },
    restore() {
      isSilent = false;
    },
    delay(ms) {
      delayMs = ms;
    },
    cut,
    close() {
      server.close();
      cut();
    },
  };
}
