import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { createListener } from "#server/api/listener.ts";
import { createMcp, MCP_PATH } from "#server/api/mcp/mcp.ts";
import type { App } from "#server/context.ts";
import { agentPages } from "#server/documentation/agent-pages.ts";

/** The endpoint for agents on a free local port, and clients of the official library. */
export async function agentDoor(app: App) {
  const server = createServer(createListener(createMcp(app, agentPages))).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}${MCP_PATH}`);
  return {
    url,
    /** An agent that acts for the user of the header. */
    async connect(authorization: string, name = "tester"): Promise<Client> {
      const client = new Client({ name, version: "1.0" });
      const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization } } });
      // The library's own types do not agree under exactOptionalPropertyTypes.
      await client.connect(transport as Parameters<Client["connect"]>[0]);
      return client;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
