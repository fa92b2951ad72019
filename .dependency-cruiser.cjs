// Who may import whom (README, "Rooms"). Arrows go one way: app → api → services → store | outside → pure.
const PURE =
  "^server/(formula|element|event|account|calendar|errors|exact-json|registry|shapes|validation-messages)(/|[.]ts$)";
const ENTRIES = "^server/(web|compose|worker/main)[.]ts$";
const NOT_SHIPPED = "[.](test|bench)[.]tsx?$|^(server|components)/testing/|^server/launch/|^e2e/";

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Types may refer to each other; modules that run may not.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "nothing-unresolved",
      severity: "error",
      from: { pathNot: "^(next-env[.]d[.]ts|[.]next/)" },
      to: { couldNotResolve: true, pathNot: "^(node:|cloudflare:)" },
    },
    {
      name: "domain-is-pure",
      comment: "The domain knows only zod, pure hashing and itself: no node:*, clock, database or framework.",
      severity: "error",
      from: { path: PURE, pathNot: "[.]test[.]ts$" },
      to: { pathNot: [PURE, "^node_modules/(zod|@noble/hashes)/"] },
    },
    {
      name: "one-door-to-postgres",
      comment:
        "Only server/store speaks SQL to our database; the rest of the server may name pg's types. " +
        "server/outside/sql speaks to databases of providers, over sockets that passed egress.",
      severity: "error",
      from: {
        pathNot: [`^(server/store/|server/outside/sql/|server/generated/|prisma/|prisma[.]config[.]ts)`, NOT_SHIPPED],
      },
      to: {
        path: "^node_modules/(@prisma|[.]prisma|prisma|pg)/|^server/generated/",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "store-knows-no-service",
      severity: "error",
      from: { path: "^server/(store|outside)/", pathNot: NOT_SHIPPED },
      to: { path: "^server/(services|api|worker)/|^(app|components)/" },
    },
    {
      name: "outside-knows-no-store",
      severity: "error",
      from: { path: "^server/outside/", pathNot: NOT_SHIPPED },
      to: { path: "^server/store/" },
    },
    {
      name: "services-know-no-framework",
      severity: "error",
      from: { path: "^server/services/", pathNot: NOT_SHIPPED },
      to: { path: "^(app|components)/|^server/(api|worker)/|^node_modules/(next|react|hono|pg-boss|@trpc)/" },
    },
    {
      name: "api-and-worker-are-strangers",
      severity: "error",
      from: { path: "^server/(api|worker)/", pathNot: [NOT_SHIPPED, ENTRIES] },
      to: { path: "^server/(api|worker)/", pathNot: "^server/$1/" },
    },
    {
      name: "api-goes-through-services",
      severity: "error",
      from: { path: "^server/api/", pathNot: NOT_SHIPPED },
      to: { path: "^server/store/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "one-way-out",
      comment: "Every outbound byte passes the address checks of server/outside/egress.",
      severity: "error",
      from: { pathNot: ["^server/outside/egress/", NOT_SHIPPED] },
      to: { path: "^node_modules/undici/" },
    },
    {
      name: "screens-see-domain-and-contract",
      severity: "error",
      from: { path: "^components/", pathNot: NOT_SHIPPED },
      to: {
        path: "^server/",
        pathNot:
          "^server/(formula|element|event|account|errors|registry|shapes|api/contract|api/trpc|documentation)(/|[.]ts$)",
      },
    },
    {
      name: "app-is-thin",
      severity: "error",
      from: { path: "^app/" },
      to: { path: "^server/(store|outside|worker|generated)/|^node_modules/(@prisma|pg|pg-boss|undici)/" },
    },
    {
      name: "tests-help-only-tests",
      severity: "error",
      from: { path: "^(server|app|components)/", pathNot: NOT_SHIPPED },
      to: { path: "^(server|components)/testing/|^server/launch/|^e2e/|[.]test[.]tsx?$" },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^[.]next/|^next-env[.]d[.]ts$" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
