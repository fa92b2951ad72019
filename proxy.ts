import { type NextRequest, NextResponse } from "next/server";

/** Tells the pages of the Workbench their own address, so that who must sign in first comes back to it. */
export function proxy(request: NextRequest): NextResponse {
  const headers = new Headers(request.headers);
  headers.set("x-path", request.nextUrl.pathname + request.nextUrl.search);
  return NextResponse.next({ request: { headers } });
}

export const config = { matcher: ["/home", "/formulas/:path*", "/runs/:path*", "/connections/:path*"] };
