import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createDemoProvider } from "#server/demo-provider/provider.ts";

/** The demo provider on a free port of this machine. */
export async function aDemoProvider(options: { now?: () => Date } = {}) {
  const server = createDemoProvider(options);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const put = (path: string, body: unknown) =>
    fetch(url + path, { method: "PUT", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  return {
    url,
    /** `dial("crm", { everyNth: { n: 2, status: 429 } })`. */
    dial: async (provider: string, settings: object) => void (await put(`/_dial/${provider}`, settings)),
    reset: async () => void (await fetch(`${url}/_demo/reset`, { method: "POST" })),
    async ledger(): Promise<{ method: string; path: string; body: unknown; status: number }[]> {
      return (await fetch(`${url}/ledger`)).json();
    },
    /** Allows access on the consent page at this address; returns the parameters of its redirect. */
    async consent(authorizationUrl: string): Promise<Record<string, string>> {
      const { origin, pathname, search } = new URL(authorizationUrl);
      const page = await (await fetch(authorizationUrl)).text();
      const fields = [...page.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
        ([, name = "", value = ""]) => [name, value.replaceAll("&amp;", "&")],
      );
      if (fields.length === 0) throw new Error(`${pathname}${search} showed no form: ${page}`);
      const body = new URLSearchParams([...fields, ["decision", "allow"]] as [string, string][]);
      const reply = await fetch(origin + pathname, { method: "POST", body, redirect: "manual" });
      return Object.fromEntries(new URL(reply.headers.get("location") ?? "").searchParams);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export type DemoProvider = Awaited<ReturnType<typeof aDemoProvider>>;
