import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { API_PAGE, apiPage } from "./api-coverage.ts";

writeFileSync(join(import.meta.dirname, "../..", API_PAGE), apiPage());
