import { Failure } from "../../errors.ts";
import { isSecret } from "../auth/secrets.ts";
import type { Configuration } from "../ports.ts";
import type { Element } from "../shape.ts";
import { isElementSecret, strayAddress } from "./element-secrets.ts";

type Change = {
  before: Configuration;
  /** The values that the caller entered. */
  sent: Configuration;
  after: Configuration;
};

/**
 * The secrets that a change would lead to another host, although they were entered for the hosts of before: a person
 * who may change an address need not know them (E08). Refuses (badRequest) to take along those that can be entered
 * again. The others, such as tokens, are returned: they end, and have to be obtained again.
 */
export function secretsToObtain(
  element: Pick<Element, "configuration">,
  { before, sent, after }: Change,
): readonly string[] {
  const address = strayAddress(before, after);
  if (address === undefined) return [];
  const stored = Object.keys(after).filter(
    (key) =>
      before[key] && after[key] && isSecret(element, key) && !sent[key] && !isHarmless(key) && !isShared(element, key),
  );
  const isEntered = (key: string) =>
    !isGrant(key) && element.configuration.some((entry) => entry.key === key && !entry.internal);
  const again = stored.filter(isEntered);
  if (again.length > 0)
    throw new Failure(
      "badRequest",
      `configuration: send ${again.join(", ")} again to change ${address}, because secrets that were entered for one host are not sent to another.`,
      { entries: again },
    );
  return stored;

  /** Only the element's own hosts get it, which was checked. */
  function isShared({ configuration: entries }: Pick<Element, "configuration">, key: string): boolean {
    const entry = entries.find((one) => one.key === key);
    return (
      entry !== undefined && isElementSecret({ configuration: entries }, entry) && after[key] === entry.defaultValue
    );
  }
}

const isGrant = (key: string): boolean => /^oauth\.(?:user\.|token$)/.test(key);

/** The client id is part of addresses, and receivers of events are no providers. */
const isHarmless = (key: string): boolean => key === "oauth.api.key" || key.startsWith("event.");
