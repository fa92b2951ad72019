import { fileURLToPath } from "node:url";
import { defineConfig } from "prisma/config";

// Prisma's CLI uses a replacement based on @prisma/schema-engine-wasm: nothing is downloaded.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= fileURLToPath(new URL("prisma/schema-engine.mjs", import.meta.url));
process.env.CHECKPOINT_DISABLE ??= "1";
process.env.PRISMA_HIDE_UPDATE_MESSAGE ??= "1";

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  // `generate` needs no database; all other commands get DATABASE_URL.
  datasource: { url: process.env.DATABASE_URL ?? "postgresql://localhost:1/none" },
});
