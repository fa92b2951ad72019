/**
 * One fixed callback address, registered with a provider, for many applications: the state that goes to the provider
 * and back contains the application's own callback address.
 */
export const proxiedState = ({ target, state }: { target: string; state: string }): string =>
  `${encodeURIComponent(target)}|${state}`;

/** The address that a provider's redirect is forwarded to; null when the state names none that is allowed. */
export function proxiedAddress(grant: URLSearchParams, applicationUrls: readonly string[]): string | null {
  const [, target = "", state = ""] = /^([^|]*)\|(.*)$/s.exec(grant.get("state") ?? "") ?? [];
  const url = readUrl(target);
  if (!url || !applicationUrls.some((pattern) => isMatch(pattern, url))) return null;
  for (const [name, value] of grant) url.searchParams.append(name, name === "state" ? state : value);
  return url.href;
}

/** Whether it is a valid pattern: an http(s) address with a host; `**` matches anything but the end of the host. */
export function isPattern(pattern: string): boolean {
  const url = readUrl(encodeURIComponent(pattern.replaceAll("**", "any")));
  return url !== null && !/^https?:\/\/\*\*(?:[/:?#]|$)/i.test(pattern);
}

function readUrl(encoded: string): URL | null {
  try {
    const url = new URL(decodeURIComponent(encoded));
    return /^https?:$/.test(url.protocol) && url.username === "" && url.password === "" ? url : null;
  } catch {
    return null;
  }
}

/** Origin and path are compared separately, so that no wildcard matches beyond the end of the host. */
function isMatch(pattern: string, url: URL): boolean {
  const [, origin = "", path = ""] = /^(https?:\/\/[^/?#]*)([^?#]*)/i.exec(pattern) ?? [];
  return like(origin.toLowerCase(), url.origin) && like(path || "/", url.pathname);
}

/** Linear: searches each piece between wildcards once, from the end of the previous one. */
function like(pattern: string, text: string): boolean {
  const [first = "", ...rest] = pattern.split("**");
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= text.length - last.length;
}
