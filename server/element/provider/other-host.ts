const SITE = /^(https?:)\/\/(?:[^/?#\\]*@)?([^/?#\\]*)/i;
const USUAL_PORT: Readonly<Record<string, RegExp>> = { "https:": /:443$/, "http:": /:80$/ };

/**
 * The site to which a resource sends requests, and credentials with them, if its path at the provider is a whole address
 * of another than `base.url`; null otherwise. `https` is left out.
 */
export function otherHostOf(vendorPath: string, baseUrl: string): string | null {
  const host = siteOf(vendorPath);
  return host === undefined || host === siteOf(baseUrl) ? null : host;
}

function siteOf(address: string): string | undefined {
  const [, scheme = "", host = ""] = SITE.exec(address.trim()) ?? [];
  if (host === "") return undefined;
  const [protocol, site] = [scheme.toLowerCase(), host.toLowerCase()];
  const bare = site.replace(USUAL_PORT[protocol] ?? "", "");
  return protocol === "https:" ? bare : `${protocol}//${bare}`;
}
