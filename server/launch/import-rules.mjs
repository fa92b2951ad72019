// Runs dependency-cruiser over the checkout. It reads TypeScript through the compiler's JavaScript API, which
// typescript 7 no longer has, so it gets typescript 6; the product itself is still compiled with 7.
import { registerHooks } from "node:module";

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier.replace(/^typescript(?=\/|$)/, "@typescript/typescript6"), context),
});

await import(new URL("../../node_modules/dependency-cruiser/bin/dependency-cruise.mjs", import.meta.url).href);
