import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mentions, PAGE, securityPage } from "./coverage.ts";

const page = join(import.meta.dirname, "../..", PAGE);
writeFileSync(page, securityPage(readFileSync(page, "utf8"), mentions()));
