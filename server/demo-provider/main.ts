import pino from "pino";
import { createDemoProvider } from "./provider.ts";

const port = Number(process.env.DEMO_PROVIDER_PORT ?? 3100);
const log = pino({ level: process.env.LOG_LEVEL || "info", base: { process: "demo-provider", pid: process.pid } });
const server = createDemoProvider();
server.listen(port, () => log.info({ port }, "demo provider ready"));

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    server.close();
    server.closeIdleConnections();
  });
}
