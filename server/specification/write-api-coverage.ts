import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { API_PAGE, apiPage } from "./api-coverage.ts";
import { BUILDER_PAGE, builderPage } from "./builder-api.ts";

const PAGES = { [API_PAGE]: apiPage(), [BUILDER_PAGE]: builderPage() };
for (const [page, text] of Object.entries(PAGES)) writeFileSync(join(import.meta.dirname, "../..", page), text);
