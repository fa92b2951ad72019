import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { coveragePage, mentions, PAGE } from "./coverage.ts";

writeFileSync(join(import.meta.dirname, "../..", PAGE), coveragePage(mentions()));
