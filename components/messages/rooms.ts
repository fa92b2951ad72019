import type administration from "../administration/messages.en.ts";
import type agents from "../agents/messages.en.ts";
import type builder from "../builder/messages.en.ts";
import type bulkJobs from "../bulk-jobs/messages.en.ts";
import type commonResources from "../common-resources/messages.en.ts";
import type connections from "../connections/messages.en.ts";
import type definitions from "../definitions/messages.en.ts";
import type designer from "../designer/messages.en.ts";
import type documentation from "../documentation/messages.en.ts";
import type drafts from "../drafts/messages.en.ts";
import type elementKinds from "../element-kinds/messages.en.ts";
import type elements from "../elements/messages.en.ts";
import type entries from "../entries/messages.en.ts";
import type events from "../events/messages.en.ts";
import type executions from "../executions/messages.en.ts";
import type explorer from "../explorer/messages.en.ts";
import type formulaTests from "../formula-tests/messages.en.ts";
import type formulas from "../formulas/messages.en.ts";
import type home from "../home/messages.en.ts";
import type hostedConnect from "../hosted-connect/messages.en.ts";
import type imports from "../imports/messages.en.ts";
import type invite from "../invite/messages.en.ts";
import type { Locale } from "../languages/locales.ts";
import type operationForms from "../operation-forms/messages.en.ts";
import type operations from "../operations/messages.en.ts";
import type problems from "../problems/messages.en.ts";
import type requests from "../requests/messages.en.ts";
import type schedules from "../schedules/messages.en.ts";
import type security from "../security/messages.en.ts";
import type setup from "../setup/messages.en.ts";
import type shell from "../shell/messages.en.ts";
import type ui from "../ui/messages.en.ts";
import type values from "../values/messages.en.ts";

type Catalog = {
  administration: typeof administration;
  agents: typeof agents;
  builder: typeof builder;
  "bulk-jobs": typeof bulkJobs;
  "common-resources": typeof commonResources;
  connections: typeof connections;
  definitions: typeof definitions;
  designer: typeof designer;
  documentation: typeof documentation;
  drafts: typeof drafts;
  "element-kinds": typeof elementKinds;
  elements: typeof elements;
  entries: typeof entries;
  events: typeof events;
  executions: typeof executions;
  explorer: typeof explorer;
  "formula-tests": typeof formulaTests;
  formulas: typeof formulas;
  home: typeof home;
  "hosted-connect": typeof hostedConnect;
  imports: typeof imports;
  invite: typeof invite;
  "operation-forms": typeof operationForms;
  operations: typeof operations;
  problems: typeof problems;
  requests: typeof requests;
  schedules: typeof schedules;
  security: typeof security;
  setup: typeof setup;
  shell: typeof shell;
  ui: typeof ui;
  values: typeof values;
};

/** The rooms with messages, each in its own catalog: `components/<room>/messages.<language>.ts`. */
export const ROOMS = [
  "administration",
  "agents",
  "builder",
  "bulk-jobs",
  "common-resources",
  "connections",
  "definitions",
  "designer",
  "documentation",
  "drafts",
  "element-kinds",
  "elements",
  "entries",
  "events",
  "executions",
  "explorer",
  "formula-tests",
  "formulas",
  "home",
  "hosted-connect",
  "imports",
  "invite",
  "operation-forms",
  "operations",
  "problems",
  "requests",
  "schedules",
  "security",
  "setup",
  "shell",
  "ui",
  "values",
] as const satisfies (keyof Catalog)[];

declare module "next-intl" {
  interface AppConfig {
    Locale: Locale;
    Messages: Catalog;
  }
}
