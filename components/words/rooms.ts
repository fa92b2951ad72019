import type connections from "../connections/words.en.ts";
import type definitions from "../definitions/words.en.ts";
import type designer from "../designer/words.en.ts";
import type executions from "../executions/words.en.ts";
import type formulas from "../formulas/words.en.ts";
import type home from "../home/words.en.ts";
import type invite from "../invite/words.en.ts";
import type setup from "../setup/words.en.ts";
import type shell from "../shell/words.en.ts";
import type ui from "../ui/words.en.ts";
import type { Locale } from "./locales.ts";

type Catalogue = {
  connections: typeof connections;
  definitions: typeof definitions;
  designer: typeof designer;
  executions: typeof executions;
  formulas: typeof formulas;
  home: typeof home;
  invite: typeof invite;
  setup: typeof setup;
  shell: typeof shell;
  ui: typeof ui;
};

/** The rooms that have something to say, each in a catalogue of its own: `components/<room>/words.<language>.ts`. */
export const ROOMS = [
  "connections",
  "definitions",
  "designer",
  "executions",
  "formulas",
  "home",
  "invite",
  "setup",
  "shell",
  "ui",
] as const satisfies (keyof Catalogue)[];

declare module "next-intl" {
  interface AppConfig {
    Locale: Locale;
    Messages: Catalogue;
  }
}
