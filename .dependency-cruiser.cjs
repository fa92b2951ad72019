// The rooms from the ground up (docs/architecture.md, "Rooms"): a room may import those of the lines before its own, and
// never another room of its own line.
const ROOMS = [
  [
    "^server/(?!web[.]|compose[.]|context[.]|ports[.]|process-|screen-handler[.]|start-|execution-ports[.]|check-)[a-z-]+[.]ts$",
  ],
  ["^server/account/", "^server/client/", "^server/demo-provider/", "^server/script/"],
  ["^server/formula/"],
  ["^server/element/", "^server/formula-test/"],
  ["^server/common-resource/"],
  ["^server/definition-files/"],
  ["^server/event/", "^server/catalog/", "^server/ports[.]ts$"],
  ["^server/store/", "^server/outside/"],
  ["^server/context[.]ts$"],
  ["^server/services/"],
  ["^server/demo/"],
  ["^server/api/"],
  ["^server/documentation/", "^server/cli/"],
  ["^server/(compose|process-app|screen-handler|start-process|execution-ports|check-database)[.]ts$"],
  ["^server/worker/", "^server/router/", "^server/web[.]ts$", "^components/"],
  ["^app/|^proxy[.]ts$"],
];
const PURE =
  "^server/(formula|formula-test|element|common-resource|definition-files|event|account|script|calendar|errors|exact-json|registry|shapes|strip-tags|cut-text|validation-messages)(/|[.]ts$)";
const ENTRIES = "^server/(web|compose|worker/main|router/main)[.]ts$";
const NOT_SHIPPED =
  "[.](test|bench)[.]tsx?$|^(server|components)/testing/|^server/(launch|new)/|^e2e/|^server/(specification|security|language|recipes|fuzz)/";
/** Loaded by Node, Next or the bundler by their path, and not by an import. */
const STARTS = [
  "^(app|server/launch)/",
  "^proxy[.]ts$",
  "^server/(web|screen-handler)[.]ts$",
  "^server/worker/(main|isolated-execution)[.]ts$",
  "^server/router/main[.]ts$",
  "^server/demo-provider/main[.]ts$",
  "^server/outside/sandbox/(child|guest.*)[.](ts|js)$",
  "^server/outside/conversion/(process|thread)[.]ts$",
  "^server/client/runtime[.]js$",
  "^server/cli/main[.]ts$",
  "^components/[^/]+/messages[.][a-z]+[.]ts$",
  "^components/(shell/zod|messages/(request|format-message))[.]ts$",
  "^components/fields/(script[.]worker|monaco-workers[.]d)[.]ts$",
];

const upward = ROOMS.flatMap((line, floor) =>
  line.map((room) => ({
    name: "arrows-go-down",
    comment: "A room imports the rooms of the lines below its own (ROOMS).",
    severity: "error",
    from: { path: room, pathNot: NOT_SHIPPED },
    to: { path: [...line.filter((other) => other !== room), ...ROOMS.slice(floor + 1).flat(), "^e2e/"] },
  })),
);

/** @type {import("dependency-cruiser").IConfiguration & { notShipped: string; entryPoints: string[] }} */
module.exports = {
  /** For `server/launch/import-rules.mjs`, which holds the rule about folders, too. */
  notShipped: NOT_SHIPPED,
  entryPoints: STARTS,
  forbidden: [
    ...upward,
    {
      name: "every-file-has-a-room",
      severity: "error",
      from: {},
      to: { path: "^(app|components|server)/", pathNot: [...ROOMS.flat(), NOT_SHIPPED, "^server/generated/"] },
    },
    {
      name: "no-cycles",
      comment: "Not even of types: what two modules share stands in a third.",
      severity: "error",
      from: { pathNot: "^server/generated/" },
      to: { circular: true },
    },
    {
      name: "nothing-unresolved",
      severity: "error",
      from: { pathNot: "^(next-env[.]d[.]ts|[.]next/)" },
      to: { couldNotResolve: true, pathNot: "^(node:|cloudflare:)" },
    },
    {
      name: "domain-is-pure",
      comment:
        "The domain knows only zod, pure hashing, the parser of scripts and itself: no node:*, clock, database or framework.",
      severity: "error",
      from: { path: PURE, pathNot: "[.]test[.]ts$" },
      to: { pathNot: [PURE, "^node_modules/(zod|@noble/hashes|acorn|acorn-loose)/"] },
    },
    {
      name: "one-reader-of-scripts",
      comment: "Only server/script parses JavaScript; others may name the types of its syntax tree.",
      severity: "error",
      from: { path: "^(app|components|server)/", pathNot: ["^server/script/", NOT_SHIPPED] },
      to: { path: "^node_modules/acorn", dependencyTypesNot: ["type-only"] },
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
      name: "services-know-no-framework",
      severity: "error",
      from: { path: "^server/services/", pathNot: NOT_SHIPPED },
      to: { path: "^node_modules/(next|react|hono|pg-boss|@trpc)/" },
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
      comment:
        "Every outbound byte passes the address checks of server/outside/egress; the router only reaches the cells that " +
        "its settings name.",
      severity: "error",
      from: { pathNot: ["^server/(outside/egress|router)/", NOT_SHIPPED] },
      to: { path: "^node_modules/undici/" },
    },
    {
      name: "router-is-small",
      comment:
        "The router runs in front of every request and holds no data: neither services nor the database nor the API.",
      severity: "error",
      from: { path: "^server/router/", pathNot: NOT_SHIPPED },
      to: {
        path: "^(app|components|server)/",
        pathNot: ["^server/(router|account|event)/|^server/outside/log[.]ts$", ...ROOMS[0]],
      },
    },
    {
      name: "screens-see-the-domain",
      severity: "error",
      from: { path: "^components/", pathNot: NOT_SHIPPED },
      to: {
        path: "^server/",
        pathNot:
          "^server/(formula|element|common-resource|definition-files|event|account|script|errors|registry|search-text|shapes|cut-text|api/trpc|documentation)(/|[.]ts$)",
      },
    },
    {
      name: "designer-model-knows-no-panel",
      comment:
        "components/designer/model is what a formula is while it is edited: the draft, its changes and problems, the " +
        "store that the panels share. Of the designer it imports only the messages.",
      severity: "error",
      from: { path: "^components/designer/model/", pathNot: NOT_SHIPPED },
      to: { path: "^components/designer/", pathNot: "^components/designer/(model/|messages[.])" },
    },
    {
      name: "designer-panels-are-strangers",
      comment:
        "canvas, compare, fields, inspector, parts, publish and run import the model, not each other: what one needs of another " +
        "goes through the store, or down from the files of components/designer itself, which compose them. One " +
        "exception, which the next rule limits: the inspector is a form, so it imports fields.",
      severity: "error",
      from: { path: "^components/designer/([^/]+)/", pathNot: ["^components/designer/model/", NOT_SHIPPED] },
      to: {
        path: "^components/designer/",
        pathNot: ["^components/designer/(model|$1)/", "^components/designer/fields/"],
      },
    },
    {
      name: "only-the-inspector-shows-fields",
      severity: "error",
      from: { path: "^components/designer/", pathNot: ["^components/designer/(fields|inspector)/", NOT_SHIPPED] },
      to: { path: "^components/designer/fields/" },
    },
    {
      name: "designer-has-entries",
      comment: "Other screens import the designer, the graph that it draws, its comparison, and nothing else of it.",
      severity: "error",
      from: { path: "^(app|components)/", pathNot: ["^components/designer/", NOT_SHIPPED] },
      to: {
        path: "^components/designer/",
        pathNot: "^components/designer/((open-designer|formula-graph|compare-revisions)[.]tsx|messages[.])",
      },
    },
    {
      name: "run-screens-compose-once",
      comment:
        "components/executions: list, rerun and why import the files beside them, not each other; page, the screen of " +
        "one run, composes rerun.",
      severity: "error",
      from: { path: "^components/executions/([^/]+)/", pathNot: NOT_SHIPPED },
      to: {
        path: "^components/executions/[^/]+/",
        pathNot: ["^components/executions/$1/", "^components/executions/rerun/"],
      },
    },
    {
      name: "only-the-run-page-composes",
      severity: "error",
      from: { path: "^components/executions/([^/]+)/", pathNot: ["^components/executions/page/", NOT_SHIPPED] },
      to: { path: "^components/executions/rerun/", pathNot: "^components/executions/$1/" },
    },
    {
      name: "screens-run-no-server",
      comment: "They name the types of the API and the documentation; handlers and verbs stay out of the browser.",
      severity: "error",
      from: { path: "^components/", pathNot: NOT_SHIPPED },
      to: { path: "^server/(api|documentation)/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "signers-are-loaded-later",
      comment: "Screens load the types of authentication: what signs requests is imported by `sign`.",
      severity: "error",
      from: { path: "^server/element/auth/", pathNot: ["-signature[.]ts$", NOT_SHIPPED] },
      to: { path: "-signature[.]ts$|^node_modules/@noble/", dynamic: false, dependencyTypesNot: ["type-only"] },
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
      to: { path: "^(server|components)/testing/|^server/(launch|new)/|^e2e/|[.]test[.]tsx?$" },
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
