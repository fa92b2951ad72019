/** All pages in reading order, grouped by audience. */
export const CONTENTS = [
  { reader: "start", pages: ["getting-started", "concepts", "changelog"] },
  { reader: "users", pages: ["formulas", "expressions-and-scripts", "executions", "debugging"] },
  {
    reader: "elementAuthors",
    pages: ["elements", "element-builder", "element-from-curl", "import", "common-resources", "events"],
  },
  {
    reader: "developers",
    pages: [
      "api",
      "api-explorer",
      "connect-pages",
      "formula-tests",
      "bulk",
      "definitions-as-files",
      "command-line",
      "clients",
      "agents",
      "api-coverage",
      "element-builder-api",
    ],
  },
  {
    reader: "operators",
    pages: [
      "operations",
      "administration",
      "settings",
      "backup-and-upgrade",
      "encryption-keys",
      "edge",
      "performance",
      "growth",
      "partitions",
      "scale",
    ],
  },
  {
    reader: "contributors",
    pages: [
      "contributing",
      "architecture",
      "extending",
      "extending-elements",
      "extending-checks",
      "extending-bulk",
      "extending-common-resources",
      "languages",
      "decisions",
      "testing",
      "security",
      "specification-coverage",
    ],
  },
] as const;

export type Reader = (typeof CONTENTS)[number]["reader"];

/** The path of the pages. */
export const DOCS_PATH = "/docs";

export const REFERENCE_PATH = `${DOCS_PATH}/api-reference`;
