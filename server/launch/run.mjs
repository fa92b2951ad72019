// Plain JavaScript without dependencies: `npm run web|worker|router|migrate|setup|role`, one process each. Prints one line if
// something is missing, and continues under Node 24 if an older version started it.
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { BUILT, becomeProduct, runWithNode24 } from "./node24.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FILES = {
  web: { file: "../web.ts", built: `${BUILT}/web.js`, needs: [".next/BUILD_ID"] },
  worker: { file: "../worker/main.ts", built: `${BUILT}/worker.js`, needs: [] },
  router: { file: "../router/main.ts", needs: [] },
  migrate: { file: "./run-migrations.ts", needs: [] },
  setup: { file: "./setup.ts", needs: ["server/generated/prisma/client.ts"] },
  role: { file: "./role.ts", needs: ["server/generated/prisma/client.ts"] },
};

const [, , name] = process.argv;
const wanted = FILES[name];
if (!wanted) giveUp(`Usage: node server/launch/run.mjs ${Object.keys(FILES).join("|")}`);
if (!existsSync(path.join(ROOT, "node_modules", ".package-lock.json")))
  giveUp("Packages are not installed: run npm ci --ignore-scripts, then npm run build.");
const isDevelopment = process.argv.includes("--dev");
const needed = wanted.built ? [wanted.built, ...wanted.needs] : wanted.needs;
if (!isDevelopment && needed.some((file) => !existsSync(path.join(ROOT, file))))
  giveUp("Formulary is not built: run npm run build.");
process.chdir(ROOT);
process.argv.splice(1, 2, fileURLToPath(new URL(wanted.file, import.meta.url)));
if (wanted.built && !isDevelopment) becomeProduct(path.join(ROOT, wanted.built));
else await runWithNode24(wanted.file);

function giveUp(line) {
  console.error(line);
  process.exit(1);
}
