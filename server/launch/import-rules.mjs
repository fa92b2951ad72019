// Runs dependency-cruiser over the checkout. It reads TypeScript through the compiler's JavaScript API, which
// typescript 7 no longer has: it is lent typescript 6, beside which the product's own compiler stays 7.
import { registerHooks } from "node:module";

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier.replace(/^typescript(?=\/|$)/, "@typescript/typescript6"), context),
});

await import(new URL("../../node_modules/dependency-cruiser/bin/dependency-cruise.mjs", import.meta.url).href);
