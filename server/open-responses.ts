import type { ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { createUnderWay } from "./under-way.ts";

/** The responses of a server that are not complete. */
export function createOpenResponses() {
  const open = createUnderWay<ServerResponse>();
  let last = 0;
  let areLast = false;
  const close = (response: ServerResponse) => response.headersSent || response.setHeader("connection", "close");
  return {
    add(response: ServerResponse) {
      const id = ++last;
      open.begin(id, response);
      response.once("close", () => open.end(id));
      if (areLast) close(response);
    },
    /** Ends each connection with its response: otherwise clients send the next request to a process that is about to end. */
    closeConnections() {
      areLast = true;
      for (const response of open.all()) close(response);
    },
    /** Resolves when none is left, or after this time. */
    async completed(ms: number): Promise<void> {
      for (const deadline = performance.now() + ms; open.size() > 0 && performance.now() < deadline; ) await pause(20);
    },
  };
}
