import type { ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/** The responses of a server that are not complete. */
export function createOpenResponses() {
  const open = new Set<ServerResponse>();
  let areLast = false;
  const close = (response: ServerResponse) => response.headersSent || response.setHeader("connection", "close");
  return {
    add(response: ServerResponse) {
      open.add(response);
      response.once("close", () => open.delete(response));
      if (areLast) close(response);
    },
    /** Ends each connection with its response: otherwise clients send the next request to a process that is about to end. */
    closeConnections() {
      areLast = true;
      for (const response of open) close(response);
    },
    /** Resolves when none is left, or after this time. */
    async completed(ms: number): Promise<void> {
      for (const deadline = performance.now() + ms; open.size > 0 && performance.now() < deadline; ) await pause(20);
    },
  };
}
