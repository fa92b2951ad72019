import { Failure } from "#server/errors.ts";
import { requireAddress } from "../auth/fill-address.ts";
import { requireBase } from "../provider/base-url.ts";
import { originsIn } from "../settings.ts";
import type { Element } from "../shape.ts";

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

type Addressed = Pick<Element, "configuration"> & { protocolType?: Element["protocolType"] | undefined };

/**
 * Default values that are no address, so that each request with them would be refused. Variables such as `{site}` are
 * allowed. Such elements can be saved, as exports are imported unchanged and element instances may have another value.
 */
export const addressProblems = ({ configuration, protocolType }: Addressed) =>
  configuration.flatMap(({ key, defaultValue = "" }, at) => {
    // The address of a database is not a web address.
    const isOther = protocolType === "jdbc" && key === "base.url";
    const check = Object.hasOwn(ADDRESSES, key) && !isOther && defaultValue.trim() !== "" ? ADDRESSES[key] : undefined;
    const message = check && refusalOf(() => check(defaultValue.trim(), key));
    return message === undefined ? [] : [{ path: ["configuration", at, "defaultValue"], message }];
  });

function refusalOf(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}
