import { randomBytes } from "node:crypto";
import { catalogFor } from "#server/catalog/registry.ts";
import { CONNECT_VALUES } from "#server/demo/connect-values.ts";
import { authenticationOf } from "#server/element/auth/authentication-of.ts";
import { fillConfiguration } from "#server/element/definition/fill-configuration.ts";
import { prepareElement } from "#server/element/definition/prepare.ts";
import { elementSchema } from "#server/element/shape.ts";
import type { DemoProvider } from "./demo-provider.ts";
import type { anElementCaller, Connection } from "./element-caller.ts";

const CALLBACK = "http://127.0.0.1:9/oauth/callback";
const BY_CALLBACK = new Set(["democrm", "demosocial", "demoaccounting", "demodocuments"]);

/** The values that a person enters to connect a demo element, and the redirect address. */
export const DEMO_CONFIGURATIONS: typeof CONNECT_VALUES = Object.fromEntries(
  Object.entries(CONNECT_VALUES).map(([key, values]) => [
    key,
    BY_CALLBACK.has(key) ? { ...values, "oauth.callback.url": CALLBACK } : values,
  ]),
);

type Caller = Awaited<ReturnType<typeof anElementCaller>>;

/** Connects a demo element as a person does: with consent if its authentication requires it. */
export async function aDemoConnection(
  caller: Caller,
  provider: DemoProvider,
  key: string,
  more: Record<string, string> = {},
): Promise<Connection> {
  const definition = catalogFor({ demoProviderUrl: provider.url }).find((element) => element.key === key);
  if (!definition) throw new Error(`The catalog has no ${key}.`);
  const configuration = { ...DEMO_CONFIGURATIONS[key], ...more };
  const element = prepareElement(elementSchema.parse(definition), { elementId: 1 });
  const auth = authenticationOf(element, configuration);
  const filled = fillConfiguration(element, configuration);
  if (!auth.authorizationUrl) return caller.connect(definition, { configuration });
  if (filled["oauth.grant.type"] === "client_credentials")
    return caller.connect(definition, { configuration, providerData: {} });

  const tokenRequest = await auth.requestToken?.(filled, { now: new Date(), nonce: randomBytes(8).toString("hex") });
  const requested =
    tokenRequest && (await caller.send(tokenRequest, { origins: [provider.url], signal: AbortSignal.timeout(5000) }));
  const { oauth_token: requestToken = "", oauth_token_secret: secret = "" } = Object.fromEntries(
    new URLSearchParams(String(requested?.body ?? "")),
  );
  const codeVerifier = randomBytes(32).toString("base64url");
  const values = { state: key, callbackUrl: CALLBACK, codeVerifier, ...(requestToken && { requestToken }) };
  const granted = await provider.consent(await auth.authorizationUrl(filled, values));
  return caller.connect(definition, { configuration, providerData: { ...granted, codeVerifier, secret } });
}
