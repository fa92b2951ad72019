import documentation from "../components/documentation/messages.en.ts";
import { type Place, routeTo, SCREENS, type ScreenName } from "../components/screens/screens.ts";
import shell from "../components/shell/messages.en.ts";

/** Parameters of each screen that exist in the demo. */
const PLACES: { [Name in ScreenName]: readonly Place<Name>[] } = {
  home: [{}],
  formulas: [{}],
  formula: [{ formulaId: 1 }],
  revisions: [{ formulaId: 1 }],
  formulaInstance: [{ formulaId: 1, formulaInstanceId: 1 }],
  design: [{ formulaId: 1 }],
  newFormula: [{}],
  newDesign: [{}],
  runs: [{}],
  run: [{ executionId: 1 }],
  whyNot: [{}, { connection: 1, by: "object", id: "nobody" }],
  connections: [{}],
  connection: [{ elementInstanceId: 1 }],
  elements: [{}, { ownership: "yours", q: "nothing" }],
  newElement: [{}],
  importElement: [{}],
  element: ["resources", "objects", "connections", "documentation"].map((tab) => ({ elementKey: "democrm", tab })),
  commonResources: [{}],
  commonResource: [{ objectName: "contacts" }],
  mapping: [
    { objectName: "contacts", element: "demobeacon", level: "organization" },
    { objectName: "contacts", connection: 1 },
  ],
  events: [{}],
  event: [{ eventId: 999_999_999 }],
  deliveries: [{}],
  pollers: [{}],
  requests: [{}],
  request: [{ requestId: "0123456789abcdef01234567" }],
  analytics: [{}],
  operations: [{}],
  schedules: [{}],
  schedule: [{ jobId: "00000000-0000-4000-8000-000000000000" }],
  systemStatus: [{}],
  bulkJobs: [{}],
  bulkJob: [{ bulkJobId: 1 }],
  explorer: [{}, { element: "democrm", connection: 1, operation: "getContacts" }],
  administration: [{}],
  users: [{}],
  accounts: [{}],
  apiKeys: [{}],
  organization: [{}],
  audit: [{}],
  security: [{}],
  import: [{}],
  catalog: [{}],
  connect: [{ elementKey: "democrm" }],
  newBuild: [{}],
  build: [{ elementKey: "democrm" }],
  welcome: [{}],
  signIn: [{}, { error: "Unknown" }],
  setupHelp: [{}],
  setup: [{ token: "none" }],
  invitation: [{ token: "none" }],
  hostedConnect: [{ token: "none" }],
  docs: [{}],
  docsPage: [{ page: "executions" }],
  docsSearch: [{ q: "retry" }],
  apiReference: [{}],
  apiErrors: [{}],
  apiReferenceGroup: [{ group: "jobs" }],
};

/** Titles that differ from the table: the title is from the content, or the screen redirects. */
const OTHER_TITLES: Partial<Record<ScreenName, string>> = {
  run: "{heading} · Run #1",
  // The demo has none of these: the pages say so.
  event: `${shell.titles.event} · Formulary`,
  request: `${shell.titles.request} · Formulary`,
  schedule: `${shell.titles.schedule} · Formulary`,
  administration: `${shell.titles.users} · Formulary`,
  welcome: "Formulary",
  setupHelp: `${shell.titles.signIn} · Formulary`,
  setup: `${shell.titles.signIn} · Formulary`,
  docs: "Formulary · Docs",
  docsPage: "{heading} · Docs",
  apiReferenceGroup: "{heading} · Docs",
};

const MESSAGES = new Map([
  ...Object.entries(shell.titles).map(([key, text]) => [`shell.titles.${key}`, text] as const),
  ["documentation.reference.title", documentation.reference.title],
  ["documentation.reference.errors.title", documentation.reference.errors.title],
  ["documentation.search.title", documentation.search.title],
]);

/** `Runs · Formulary` for a list; the heading and the kind for a page about one object. */
function titleOf(name: ScreenName): string {
  const { path, title, ...screen } = SCREENS[name];
  const text = MESSAGES.get(title ?? "");
  return (
    OTHER_TITLES[name] ??
    ("showsOne" in screen ? `{heading} · ${text}` : `${text} · ${path.startsWith("/docs") ? "Docs" : "Formulary"}`)
  );
}

const NAMES = Object.keys(SCREENS) as ScreenName[];
/** Each row of the table of places has the type of its own screen. */
const routeOf = (name: ScreenName, place: object): string =>
  (routeTo as (name: ScreenName, place: object) => string)(name, place);

const titlesFor = (audience: "everybody" | "users"): Record<string, string> =>
  Object.fromEntries(
    NAMES.filter((name) => SCREENS[name].audience === audience).flatMap((name) =>
      PLACES[name].map((place) => [routeOf(name, place), titleOf(name)]),
    ),
  );

/** Every page for signed-in users, with its title. */
export const TITLES = titlesFor("users");

export const ROUTES = Object.keys(TITLES);

/** The same pages with these objects instead of the demo's. */
export const routesWith = (objects: Record<string, number>): string[] =>
  NAMES.filter((name) => SCREENS[name].audience === "users").map((name) => {
    const place = Object.entries<string | number | undefined>(PLACES[name][0] ?? {});
    return routeOf(name, Object.fromEntries(place.map(([key, value]) => [key, objects[key] ?? value])));
  });

/** Every page for signed-out visitors, and addresses without one. */
export const PUBLIC_TITLES: Record<string, string> = {
  ...titlesFor("everybody"),
  "/nowhere": `${shell.titles.notFound} · Formulary`,
  "/elements/jsp/login.jsp": `${shell.titles.signIn} · Formulary`,
};
