import formatCompiled from "use-intl/format-message/format-only";
import { isolated } from "./isolated.ts";

type Given = Parameters<typeof formatCompiled>;

/** Formats a compiled message. No text in it, such as the name of a formula, turns the sentence around it. */
export default function formatMessage(...[key, message, values, options]: Given) {
  return formatCompiled(key, message, values && isolatedTexts(values), options);
}
/** As in the module that this one replaces (next.config.mjs): messages were compiled before. */
formatMessage.raw = formatCompiled.raw;

const isolatedTexts = <Values extends object>(values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? isolated(value) : value]),
  ) as Values;
