import type { Route } from "next";
import type { Messages } from "next-intl";

type Title =
  | `shell.titles.${Exclude<keyof Messages["shell"]["titles"], "run">}`
  | "documentation.reference.title"
  | "documentation.reference.errors.title"
  | "documentation.search.title";

export type Screen = {
  /** The folder of the page in `app`, without groups. */
  path: `/${string}`;
  /** The message with its title; null if the page only has the product's name, or its title is from its content. */
  title: Title | null;
  /** The page shows one object: after it is loaded, its name precedes the title. */
  showsOne?: true;
  audience: "everybody" | "users";
  isInNavigation?: true;
  /** Only they see its link and its content. */
  seenBy?: "administrators" | "organizationAdministrators";
  /** Where the link of the navigation leads others; without it they see none. */
  otherwise?: "schedules";
};

/** Every page of the product. Titles, links, navigation and tests read this table. */
export const SCREENS = {
  home: { path: "/home", title: "shell.titles.home", audience: "users", isInNavigation: true },
  formulas: { path: "/formulas", title: "shell.titles.formulas", audience: "users", isInNavigation: true },
  newFormula: { path: "/formulas/new", title: "shell.titles.newFormula", audience: "users" },
  newDesign: { path: "/formulas/new/design", title: "shell.titles.designer", showsOne: true, audience: "users" },
  formula: { path: "/formulas/[formulaId]", title: "shell.titles.formula", showsOne: true, audience: "users" },
  design: { path: "/formulas/[formulaId]/design", title: "shell.titles.designer", showsOne: true, audience: "users" },
  revisions: {
    path: "/formulas/[formulaId]/revisions",
    title: "shell.titles.revisions",
    showsOne: true,
    audience: "users",
  },
  formulaInstance: {
    path: "/formulas/[formulaId]/instances/[formulaInstanceId]",
    title: "shell.titles.formulaInstance",
    showsOne: true,
    audience: "users",
  },
  runs: { path: "/runs", title: "shell.titles.runs", audience: "users", isInNavigation: true },
  run: { path: "/runs/[executionId]", title: "shell.titles.aRun", showsOne: true, audience: "users" },
  whyNot: { path: "/runs/why", title: "shell.titles.whyNot", audience: "users" },
  connections: { path: "/connections", title: "shell.titles.connections", audience: "users", isInNavigation: true },
  connection: {
    path: "/connections/[elementInstanceId]",
    title: "shell.titles.connection",
    showsOne: true,
    audience: "users",
  },
  elements: { path: "/elements", title: "shell.titles.elements", audience: "users", isInNavigation: true },
  newElement: { path: "/elements/new", title: "shell.titles.newElement", audience: "users" },
  importElement: { path: "/elements/new/import", title: "shell.titles.importElement", audience: "users" },
  element: { path: "/elements/[elementKey]", title: "shell.titles.element", showsOne: true, audience: "users" },
  newBuild: { path: "/elements/new/build", title: "shell.titles.builder", showsOne: true, audience: "users" },
  build: { path: "/elements/[elementKey]/build", title: "shell.titles.builder", showsOne: true, audience: "users" },
  commonResources: {
    path: "/common-resources",
    title: "shell.titles.commonResources",
    audience: "users",
    isInNavigation: true,
  },
  commonResource: {
    path: "/common-resources/[objectName]",
    title: "shell.titles.commonResource",
    showsOne: true,
    audience: "users",
  },
  mapping: {
    path: "/common-resources/[objectName]/mapping",
    title: "shell.titles.mapping",
    showsOne: true,
    audience: "users",
  },
  events: { path: "/events", title: "shell.titles.events", audience: "users", isInNavigation: true },
  event: { path: "/events/[eventId]", title: "shell.titles.event", showsOne: true, audience: "users" },
  deliveries: { path: "/events/deliveries", title: "shell.titles.deliveries", audience: "users" },
  pollers: { path: "/events/pollers", title: "shell.titles.pollers", audience: "users" },
  requests: { path: "/requests", title: "shell.titles.requests", audience: "users", isInNavigation: true },
  request: { path: "/requests/[requestId]", title: "shell.titles.request", showsOne: true, audience: "users" },
  analytics: { path: "/analytics", title: "shell.titles.analytics", audience: "users", isInNavigation: true },
  operations: {
    path: "/operations",
    title: "shell.titles.operations",
    audience: "users",
    isInNavigation: true,
    seenBy: "administrators",
    otherwise: "schedules",
  },
  schedules: { path: "/operations/schedules", title: "shell.titles.schedules", audience: "users" },
  schedule: {
    path: "/operations/schedules/[jobId]",
    title: "shell.titles.schedule",
    showsOne: true,
    audience: "users",
  },
  systemStatus: {
    path: "/operations/status",
    title: "shell.titles.systemStatus",
    audience: "users",
    seenBy: "organizationAdministrators",
  },
  bulkJobs: { path: "/bulk-jobs", title: "shell.titles.bulkJobs", audience: "users", isInNavigation: true },
  bulkJob: { path: "/bulk-jobs/[bulkJobId]", title: "shell.titles.bulkJob", showsOne: true, audience: "users" },
  explorer: { path: "/explorer", title: "shell.titles.explorer", audience: "users", isInNavigation: true },
  administration: {
    path: "/administration",
    title: "shell.titles.administration",
    audience: "users",
    isInNavigation: true,
    seenBy: "administrators",
  },
  users: { path: "/administration/users", title: "shell.titles.users", audience: "users" },
  accounts: { path: "/administration/accounts", title: "shell.titles.accounts", audience: "users" },
  apiKeys: { path: "/administration/api-keys", title: "shell.titles.apiKeys", audience: "users" },
  organization: {
    path: "/administration/organization",
    title: "shell.titles.organization",
    audience: "users",
    seenBy: "organizationAdministrators",
  },
  audit: { path: "/administration/audit", title: "shell.titles.audit", audience: "users" },
  security: { path: "/security", title: "shell.titles.security", audience: "users" },
  import: { path: "/import", title: "shell.titles.import", audience: "users" },
  catalog: { path: "/connections/new", title: "shell.titles.connect", audience: "users" },
  connect: { path: "/connections/new/[elementKey]", title: "shell.titles.connect", showsOne: true, audience: "users" },
  welcome: { path: "/", title: null, audience: "everybody" },
  signIn: { path: "/sign-in", title: "shell.titles.signIn", audience: "everybody" },
  setupHelp: { path: "/setup", title: "shell.titles.setup", audience: "everybody" },
  setup: { path: "/setup/[token]", title: "shell.titles.setup", audience: "everybody" },
  invitation: { path: "/invite/[token]", title: "shell.titles.invitation", audience: "everybody" },
  hostedConnect: { path: "/connect/[token]", title: "shell.titles.hostedConnect", audience: "everybody" },
  docs: { path: "/docs", title: null, audience: "everybody" },
  docsPage: { path: "/docs/[page]", title: null, audience: "everybody" },
  docsSearch: { path: "/docs/search", title: "documentation.search.title", audience: "everybody" },
  apiReference: { path: "/docs/api-reference", title: "documentation.reference.title", audience: "everybody" },
  apiErrors: {
    path: "/docs/api-reference/errors",
    title: "documentation.reference.errors.title",
    audience: "everybody",
  },
  apiReferenceGroup: { path: "/docs/api-reference/[group]", title: null, audience: "everybody" },
} as const satisfies Record<string, Screen>;

export type ScreenName = keyof typeof SCREENS;

type ScreensWith<Part> = {
  [Name in ScreenName]: (typeof SCREENS)[Name] extends Part ? Name : never;
}[ScreenName];

export type TitledScreen = ScreensWith<{ title: string }>;
export type NavigationScreen = ScreensWith<{ isInNavigation: true }>;

type InPath<Path> = Path extends `${string}[${infer Name}]${infer Rest}` ? Name | InPath<Rest> : never;

type Value = string | number;

/** The required values in the path of a screen, and those of its query. */
export type Place<Name extends ScreenName> = { readonly [Key in InPath<(typeof SCREENS)[Name]["path"]>]: Value } & {
  readonly [key: string]: Value | undefined;
};

type Arguments<Name extends ScreenName> =
  InPath<(typeof SCREENS)[Name]["path"]> extends never ? [place?: Place<Name>] : [place: Place<Name>];

/** The address of a screen: `routeTo("run", { executionId: 7, step: "send" })` is `/runs/7?step=send`. */
export function routeTo<Name extends ScreenName>(name: Name, ...[place]: Arguments<Name>): Route {
  const query = new URLSearchParams();
  let path: string = SCREENS[name].path;
  for (const [key, value] of Object.entries<Value | undefined>(place ?? {})) {
    if (value === undefined) continue;
    if (path.includes(`[${key}]`)) path = path.replace(`[${key}]`, () => encodeURIComponent(value));
    else query.set(key, String(value));
  }
  // The paths of the table are those of the pages (screens.test.ts).
  return (query.size > 0 ? `${path}?${query}` : path) as Route;
}
