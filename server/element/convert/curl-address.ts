import type { LooseWord } from "./curl-arguments.ts";
import { addressParts, isHost, otherSchemeOf } from "./request-target.ts";

/** A host without a scheme in front: with the end of a domain in lowercase, an IPv4 address, or a port. */
const PLAIN_HOST = /^(?:(?:[\w-]+\.)+(?:[a-z]{2,24}|xn--[a-z\d-]+|\d{1,3})(?::\d{1,5})?|localhost|[\w-]+:\d{2,5})$/;
const VARIABLE = /\{\{[^{}]+\}\}/g;

/** How surely a word is an address: with a scheme, with a host or a path after a variable, or only a variable. */
export function addressRank(word: string): 0 | 1 | 2 | 3 {
  if (otherSchemeOf(word) !== undefined) return isHost(hostIn(word.replace(/^[^:]+:\/\//, ""))) ? 3 : 0;
  const { scheme, path } = addressParts(word);
  const host = hostIn(word);
  if (scheme !== "") return isHost(host) ? 3 : 0;
  if (/^\{\{[^{}]+\}\}/.test(word) && isHost(host)) return path === "" ? 1 : 2;
  return PLAIN_HOST.test(host) ? 2 : 0;
}

const hostIn = (word: string): string => addressParts(word.replaceAll(VARIABLE, "x")).host;

export type Addresses = { addresses: string[]; others: LooseWord[]; areSeveral: boolean };

/**
 * The addresses among the words that belong to no option. Those with a scheme take precedence; without one, there must be
 * no choice, because the other words may be secrets.
 */
export function addressesIn(words: readonly LooseWord[], hasUrl: boolean): Addresses {
  const ranked = words.map((word) => ({ word, rank: addressRank(word.word) }));
  const sure = ranked.filter(({ word, rank }) => !word.followsUnknown && rank > 0);
  const after = ranked.filter(({ word, rank }) => word.followsUnknown && rank === 3);
  const candidates = sure.length > 0 || hasUrl ? sure : after;
  const best = candidates.reduce((highest, { rank }) => Math.max(highest, rank), 0);
  const chosen = candidates.filter(({ rank }) => rank === best && (!hasUrl || rank === 3));
  const taken = new Set(chosen.map(({ word }) => word));
  const areSeveral = chosen.length > 1 && best < 3;
  return {
    addresses: areSeveral ? [] : chosen.map(({ word }) => word.word),
    others: words.filter((word) => !taken.has(word)),
    areSeveral,
  };
}
