const securityHeaders = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
};

/** The policy of everything but pages: data, and files such as scripts of workers. Pages have theirs from proxy.ts. */
const POLICIES = {
  "/api/:path*": "default-src 'none'; frame-ancestors 'none'",
  "/_next/:path*": `default-src 'self'; script-src 'self'${process.env.NODE_ENV === "development" ? " 'unsafe-eval'" : ""}; frame-ancestors 'none'`,
};

/** @param {Record<string, string>} headers */
const listed = (headers) => Object.entries(headers).map(([key, value]) => ({ key, value }));

/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: true,
  // `npm run check` checks types; the build need not do it again.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: [
    "@node-rs/argon2",
    "amqplib",
    "esbuild",
    "pg",
    "pino",
    "prom-client",
    "quickjs-wasi",
    "undici",
  ],
  turbopack: {
    resolveAlias: {
      // Pages may not compile code (proxy.ts), which zod would try.
      zod: "./components/shell/zod.ts",
      // The effect of next-intl's plugin, which would load a compiler into every web process.
      "next-intl/config": "./components/messages/request.ts",
      // Messages are compiled, so that the parser of ICU messages stays on the server.
      "use-intl/format-message": "./node_modules/use-intl/dist/esm/production/format-message/format-only.js",
    },
  },
  // Browsers request it if they do not know a page's icon: for a file, or before its links have arrived.
  rewrites: async () => [{ source: "/favicon.ico", destination: "/icon.svg" }],
  headers: async () => [
    { source: "/:path*", headers: listed(securityHeaders) },
    ...Object.entries(POLICIES).map(([source, policy]) => ({
      source,
      headers: listed({ "Content-Security-Policy": policy }),
    })),
  ],
};
