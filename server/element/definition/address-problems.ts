import { Failure } from "#server/errors.ts";
import { requireAddress } from "../auth/fill-address.ts";
import { requireBase } from "../provider/base-url.ts";
import { originsIn } from "../settings.ts";
import type { Element } from "../shape.ts";
import { reservedKeys } from "./automatic-configuration.ts";

/** The entries of the configuration that are addresses, with the rule of the requests that use them. */
const ADDRESSES: Readonly<Record<string, (text: string, key: string) => unknown>> = {
  "base.url": requireBase,
  "allowed.origins": originsIn,
  "oauth.authorization.url": requireAddress,
  "oauth.request.url": requireAddress,
  "oauth.token.url": requireAddress,
  "oauth.token.refresh_url": requireAddress,
  "oauth.token.revoke_url": requireAddress,
  "oauth.callback.url": requireAddress,
  "event.notification.callback.url": requireAddress,
};

type Addressed = Pick<Element, "authentication" | "configuration"> &
  Partial<Pick<Element, "parameters" | "hooks" | "resources">> & { protocolType?: Element["protocolType"] | undefined };

const PLACEHOLDER = /\{([^{}/]+)\}/g;

/**
 * Default values that are no address, so that each request with them would be refused. Variables such as `{site}` are
 * allowed if something can fill them: an entry of the configuration, a parameter, or a hook that names them. Such elements can be saved, as exports are imported unchanged and element instances may have another value.
 */
export function addressProblems(element: Addressed) {
  const { configuration, protocolType } = element;
  return configuration.flatMap(({ key, defaultValue = "" }, at) => {
    // The address of a database is not a web address.
    const isOther = protocolType === "jdbc" && key === "base.url";
    const check = Object.hasOwn(ADDRESSES, key) && !isOther && defaultValue.trim() !== "" ? ADDRESSES[key] : undefined;
    const message = check && (refusalOf(() => check(defaultValue.trim(), key)) ?? unfilled(element, key, defaultValue));
    return message === undefined ? [] : [{ path: ["configuration", at, "defaultValue"], message }];
  });
}

/** Names the first variable that nothing fills. */
function unfilled(element: Addressed, key: string, address: string): string | undefined {
  const entries = new Set([...element.configuration.map((entry) => entry.key), ...reservedKeys(element)]);
  const { parameters, hooks, resources } = element;
  const others = JSON.stringify([parameters, hooks, resources]);
  const names = [...address.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);
  const missing = names.find((name) => !entries.has(name) && !others.includes(name));
  return missing === undefined
    ? undefined
    : `${key}: nothing fills {${missing}}. Add an entry "${missing}" to the configuration, or remove it from the address.`;
}

function refusalOf(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}
