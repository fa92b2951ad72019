import "./zod-settings.ts";

/** The browser build of zod (next.config.mjs). */
export * from "zod/v4";
export { default } from "zod/v4";
