import type { Scaffold } from "./scaffold.ts";
import { authentication } from "./scaffolds/authentication.ts";
import { element } from "./scaffolds/element.ts";
import { endpoint } from "./scaffolds/endpoint.ts";
import { pagination } from "./scaffolds/pagination.ts";
import { screen } from "./scaffolds/screen.ts";
import { stepType } from "./scaffolds/step-type.ts";
import { trigger } from "./scaffolds/trigger.ts";

/** Everything that `npm run new` creates, in the order of its help. To add one: write its file and name it here. */
export const SCAFFOLDS: readonly Scaffold[] = [
  stepType,
  trigger,
  element,
  authentication,
  pagination,
  endpoint,
  screen,
];
