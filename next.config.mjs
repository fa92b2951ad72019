const isDevelopment = process.env.NODE_ENV === "development";

/** Nothing of a page comes from another origin. Next's own start-up scripts are inline. */
const contentSecurityPolicy = [
  "default-src 'self'",
  `script-src 'self' 'unsafe-inline'${isDevelopment ? " 'unsafe-eval'" : ""}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const securityHeaders = Object.entries({
  "Content-Security-Policy": contentSecurityPolicy,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
}).map(([key, value]) => ({ key, value }));

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
      // What next-intl's own plugin does; it would bring a compiler into every web process.
      "next-intl/config": "./components/words/request.ts",
      // Messages come compiled: the parser of ICU messages stays on the server.
      "use-intl/format-message": "./node_modules/use-intl/dist/esm/production/format-message/format-only.js",
    },
  },
  headers: async () => [{ source: "/:path*", headers: securityHeaders }],
};
