import { catalogFor } from "#server/catalog/registry.ts";
import { installCatalog } from "#server/services/element/install-catalog.ts";
import type { AuthHeaders } from "./api.ts";
import { DEMO_CONFIGURATIONS } from "./demo-connection.ts";
import { aDemoProvider } from "./demo-provider.ts";
import { aRunningApi } from "./running.ts";

export type DemoProduct = Awaited<ReturnType<typeof aDemoProduct>>;
export type ConnectedElement = { id: number; token: string; as: AuthHeaders };

/** The API of the whole product with the catalog of its demo: every action by REST, as by an application. */
export async function aDemoProduct({ env = {} }: { env?: Record<string, string> } = {}) {
  const provider = await aDemoProvider();
  const api = await aRunningApi({ env });
  await installCatalog(api.app, catalogFor({ demoProviderUrl: provider.url }));

  /** `send("GET /formulas")`, as the administrator by default; `null` sends no credentials. */
  const send = (line: string, body?: unknown, { as = api.as as AuthHeaders | null, headers = {} } = {}) => {
    const [method = "GET", path = ""] = line.split(/ (.*)/s);
    return api.fetch(path, { as: as ?? undefined, method, body, headers });
  };

  /** The grant of the provider's consent page, if there is one: the parameters of its redirect. */
  async function consentFor(key: string): Promise<Record<string, string> | undefined> {
    const { "oauth.callback.url": callbackUrl, ...values } = DEMO_CONFIGURATIONS[key] ?? {};
    if (!callbackUrl) return undefined;
    const apiKey = values["oauth.api.key"] ?? "";
    const address = new URLSearchParams({ callbackUrl, apiKey, apiSecret: values["oauth.api.secret"] ?? "" });
    const { body: element } = await send(`GET /elements/${key}`);
    const { token, secret } =
      element.authentication.type === "oauth1" ? (await send(`GET /elements/${key}/oauth/token?${address}`)).body : {};
    if (token) address.set("requestToken", token);
    const { body } = await send(`GET /elements/${key}/oauth/url?${address}`);
    return { ...(await provider.consent(body.oauthUrl)), ...(secret && { secret }) };
  }

  return {
    ...api,
    provider,
    send,
    consentFor,
    /** POSTs an instance of a demo element; entries in `more` override the default configuration. */
    async connect(key: string, more: Record<string, unknown> = {}): Promise<ConnectedElement> {
      const providerData = await consentFor(key);
      const configuration = { ...DEMO_CONFIGURATIONS[key], ...more };
      const created = await send("POST /instances", { name: key, element: { key }, providerData, configuration });
      if (created.status !== 200) throw new Error(created.text);
      return { id: created.body.id, token: created.body.token, as: asElement(api.as, created.body.token) };
    },
    async close() {
      await api.close();
      await provider.close();
    },
  };
}

/** The authentication header of hub requests: the user's secret and the token of an element instance. */
export function asElement({ authorization }: AuthHeaders, token: string): AuthHeaders {
  const [user] = authorization.split(",");
  return { authorization: `${user}, Element ${token}` };
}
