import { definePlace } from "./place.ts";

/** `{name}` in the template of the body that a `value → body` parameter set. */
export const bodyToken = definePlace({
  type: "bodyToken",
  label: "token of the body",
  summary: "Replaces {name} in a template of the body.",
  phrase: "the token <name></name> of the body",
  drops: (name, { templates }) =>
    templates.some((template) => template.includes(`{${name}}`))
      ? undefined
      : `No value that goes to the body has {${name}}.`,
  side: "provider",
  rank: 0,
  write: (name) => (call, value) => {
    call.tokens[name] = value;
  },
});
