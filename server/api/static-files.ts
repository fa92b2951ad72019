import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { filePolicy } from "../content-security-policy.ts";

/** The folder of the build in which `next.config.mjs` compressed them. */
const BUILD = ".next";

const YEAR_SECONDS = 365 * 24 * 3600;

const HEADERS = [
  ["cache-control", `public, max-age=${YEAR_SECONDS}, immutable`],
  ["content-security-policy", filePolicy()],
  ["vary", "Accept-Encoding"],
] as const;

export const isStaticFile = (url = ""): boolean => url.startsWith("/_next/static/");

/**
 * Scripts, styles and fonts of the screens, whose names change with their content. They were compressed once, when they
 * were built; Next would compress them again for each visitor.
 */
export const createStaticFiles = (root = BUILD): Hono =>
  new Hono().get(
    "/_next/static/*",
    async (context, next) => {
      await next();
      if (context.res.ok) for (const [name, value] of HEADERS) context.res.headers.set(name, value);
    },
    serveStatic({ root, precompressed: true, rewriteRequestPath: (path) => path.slice("/_next".length) }),
  );
