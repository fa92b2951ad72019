import "./zod-settings.ts";

/** zod as browsers get it (next.config.mjs). */
export * from "zod/v4";
export { default } from "zod/v4";
