const securityHeaders = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
};

/** What no page is: data, and files such as the scripts that workers are made of. Pages have theirs from proxy.ts. */
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
  // `npm run check` tells types; a build of sources that were checked need not do it again.
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
      // What next-intl's own plugin does; it would bring a compiler into every web process.
      "next-intl/config": "./components/messages/request.ts",
      // Messages come compiled: the parser of ICU messages stays on the server.
      "use-intl/format-message": "./node_modules/use-intl/dist/esm/production/format-message/format-only.js",
    },
  },
  // Browsers request it where they do not know the icon of a page: of a file, or before its links have arrived.
  rewrites: async () => [{ source: "/favicon.ico", destination: "/icon.svg" }],
  headers: async () => [
    { source: "/:path*", headers: listed(securityHeaders) },
    ...Object.entries(POLICIES).map(([source, policy]) => ({
      source,
      headers: listed({ "Content-Security-Policy": policy }),
    })),
  ],
};
