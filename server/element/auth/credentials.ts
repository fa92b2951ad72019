import { redact } from "../../account/redact.ts";
import type { Configuration } from "../ports.ts";
import type { Element } from "../shape.ts";
import { secretsOf } from "./secrets.ts";

/** Masks credentials of the instance in a text. */
export const withoutCredentials = (
  text: string,
  element: Pick<Element, "configuration">,
  configuration: Configuration,
): string => redact(text, secretsOf(element, configuration)).text;
