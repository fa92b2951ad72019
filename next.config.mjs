import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { filePolicy } from "./server/content-security-policy.ts";

const securityHeaders = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
};

/** The policy of everything but pages: data, and files such as scripts of workers. Pages have theirs from proxy.ts. */
const POLICIES = {
  "/api/:path*": "default-src 'none'; frame-ancestors 'none'",
  "/_next/:path*": filePolicy({ isDevelopment: process.env.NODE_ENV === "development" }),
};

/** @param {Record<string, string>} headers */
const listed = (headers) => Object.entries(headers).map(([key, value]) => ({ key, value }));

/**
 * Chromium compiles all functions of a script that begins with it in the background, and keeps them in its cache.
 * Otherwise it compiles them one by one when they are called, at every visit: 40 % of what opening a page costs.
 */
const HINT = "//# allFunctionsCalledOnLoad\n";

/** In bytes. Larger scripts are editors, of which most functions are never called. */
const LARGEST_HINTED = 500_000;

/** @param {{ distDir: string }} build */
async function addCompileHints({ distDir }) {
  const folder = path.join(distDir, "static/chunks");
  for (const name of await readdir(folder)) {
    if (!name.endsWith(".js")) continue;
    const script = await readFile(path.join(folder, name), "utf8");
    if (script.length <= LARGEST_HINTED && !script.startsWith(HINT))
      await writeFile(path.join(folder, name), HINT + script);
  }
}

/** The file endings of the encodings that `server/api/static-files.ts` looks for. */
const ENCODINGS = {
  br: (content) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gz: (content) => promisify(gzip)(content, { level: 9 }),
};

/** In bytes. Smaller files fit into one packet. */
const SMALLEST_COMPRESSED = 1400;

/** @param {{ distDir: string }} build */
async function compressFiles({ distDir }) {
  const folder = path.join(distDir, "static");
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(?:js|css|svg|ttf)$/.test(name));
  for (const name of names) {
    const file = path.join(folder, name);
    const content = await readFile(file);
    if (content.length < SMALLEST_COMPRESSED) continue;
    await Promise.all(
      Object.entries(ENCODINGS).map(async ([ending, compress]) =>
        writeFile(`${file}.${ending}`, await compress(content)),
      ),
    );
  }
}

/** @param {{ distDir: string }} build */
async function completeFiles(build) {
  await addCompileHints(build);
  await compressFiles(build);
}

/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // Node reads them only with `--enable-source-maps`; they would be most of the files of a build.
  // Without a network, a page that is chosen opens when there is one again; else the browser would show its own error page.
  experimental: { serverSourceMaps: false, useOffline: true },
  typedRoutes: true,
  compiler: { runAfterProductionCompile: completeFiles },
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
      "use-intl/format-message": "./components/messages/format-message.ts",
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
