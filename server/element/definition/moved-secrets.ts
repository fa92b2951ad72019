import { Failure } from "../../errors.ts";
import { isSecret } from "../auth/secrets.ts";
import type { Configuration } from "../ports.ts";
import type { Element } from "../shape.ts";
import { CALLBACK_ADDRESSES, isElementSecret, strayAddress } from "./element-secrets.ts";

type Change = {
  before: Configuration;
  /** The values that the caller entered. */
  sent: Configuration;
  after: Configuration;
};

/**
 * The secrets that a change would lead to another host, although they were entered for the previous hosts: a person
 * who may change an address need not know them (E08). Refuses (badRequest) to take along those that can be entered
 * again. The others, such as tokens, are returned: they end, and have to be obtained again.
 */
export function secretsToObtain(element: Entries, change: Change): readonly string[] {
  const moves = [ofProvider(element, change), ofCallback(change)].flatMap((move) => move ?? []);
  const again = moves.flatMap(({ entered }) => entered);
  if (again.length > 0) {
    const addresses = moves.filter(({ entered }) => entered.length > 0).map(({ address }) => address);
    throw new Failure(
      "badRequest",
      `configuration: send ${again.join(", ")} again to change ${addresses.join(" and ")}, because secrets that were entered for one host are not sent to another.`,
      { entries: again },
    );
  }
  return moves.flatMap(({ obtained }) => obtained);
}

type Entries = Pick<Element, "configuration">;

/** The address of another host, and the stored secrets that it would get. */
type Move = { address: string; entered: string[]; obtained: string[] };

function ofProvider(element: Entries, { before, sent, after }: Change): Move | undefined {
  const address = strayAddress(before, after);
  if (address === undefined) return undefined;
  const stored = Object.keys(after).filter(
    (key) =>
      before[key] && after[key] && isSecret(element, key) && !sent[key] && !isHarmless(key) && !isShared(element, key),
  );
  const isEntered = (key: string) =>
    !isGrant(key) && element.configuration.some((entry) => entry.key === key && !entry.internal);
  return { address, entered: stored.filter(isEntered), obtained: stored };

  /** Only the element's own hosts get it, which was checked. */
  function isShared({ configuration: entries }: Entries, key: string): boolean {
    const entry = entries.find((one) => one.key === key);
    return (
      entry !== undefined && isElementSecret({ configuration: entries }, entry) && after[key] === entry.defaultValue
    );
  }
}

const CALLBACK_PASSWORD = "event.notification.basic.password";

/** Receivers of events get the password of the callback. The signature key stays here, and headers are no secrets. */
function ofCallback({ before, sent, after }: Change): Move | undefined {
  const address = strayAddress(before, after, { kinds: [CALLBACK_ADDRESSES] });
  const isStored = before[CALLBACK_PASSWORD] && after[CALLBACK_PASSWORD] && !sent[CALLBACK_PASSWORD];
  return address && isStored ? { address, entered: [CALLBACK_PASSWORD], obtained: [] } : undefined;
}

const isGrant = (key: string): boolean => /^oauth\.(?:user\.|token$)/.test(key);

/** The client id is part of addresses, and receivers of events are no providers. */
const isHarmless = (key: string): boolean => key === "oauth.api.key" || key.startsWith("event.");
