/** Where to go after signing in: a path of ours, whatever the address bar says (no other site, no scheme). */
export function safePath(wanted: string | null | undefined, fallback = "/home"): string {
  if (!wanted) return fallback;
  const base = "https://here.invalid";
  const url = URL.parse(wanted, base);
  return url?.origin === base && wanted.startsWith("/") ? `${url.pathname}${url.search}${url.hash}` : fallback;
}
