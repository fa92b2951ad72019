import { type NextRequest, NextResponse } from "next/server";
import { originOfToken } from "./server/connect-token.ts";
import { pagePolicy } from "./server/content-security-policy.ts";

/**
 * Gives each page a policy with its own nonce, which Next reads from the request and adds to its scripts, and its own
 * address, to which people return after they had to sign in.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const policy = pagePolicy(nonce, {
    isDevelopment: process.env.NODE_ENV === "development",
    frameAncestors: framing(request.nextUrl.pathname),
  });
  const headers = new Headers(request.headers);
  headers.set("x-path", request.nextUrl.pathname + request.nextUrl.search);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

/** No other site may frame our pages, except the hosted connect page for the origin in its signed address. */
function framing(path: string): string {
  const token = /^\/connect\/([^/]+)$/.exec(path)?.[1];
  return (token && originOfToken(process.env.NEXTAUTH_SECRET, token)) || "'none'";
}

/** Matches pages. Files and data have their policies in next.config.mjs. */
export const config = {
  matcher: ["/((?!api/|_next/|elements/api-v2(?:/|$)|oauth/|docs/pictures/|icon\\.svg|favicon\\.ico).*)"],
};
