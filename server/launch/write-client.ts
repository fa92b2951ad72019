import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { BASE_PATH } from "#server/api/app.ts";
import { ENDPOINTS } from "#server/api/endpoints.ts";
import { describeApi } from "#server/api/openapi.ts";
import { writeClient } from "#server/client/write-client.ts";
import { parseEnv } from "#server/env.ts";

// `npm run client -- <folder>`: the typed client of this API as an npm package, ready for `npm pack` or `npm install`.
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("Name the folder: npm run client -- ../client");
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
const url = `${parseEnv(process.env).PUBLIC_URL}${BASE_PATH}`;
const about = { name: "@formulary/client", title: "the Formulary platform API", version: "2.0.0", url };
for (const [file, text] of writeClient(describeApi(ENDPOINTS), about)) writeFileSync(path.join(folder, file), text);
