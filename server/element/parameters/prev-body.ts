import { parseDataPath, readField, writeAt } from "../data-path.ts";
import { definePlace, type ParameterSetting } from "./place.ts";
import { sampleValue } from "./sample-value.ts";

const lacksChain = (_: string, { path, follows }: ParameterSetting) =>
  path === null || follows ? undefined : "No resource continues with this one, so there is no previous response.";

/** The response of the previous resource in the chain. */
export const prevBody = definePlace({
  type: "prevBody",
  label: "reply of the previous resource",
  summary: "The response of the previous resource in the chain.",
  phrase: "the response of the previous resource",
  isNameless: true,
  lacks: lacksChain,
  putSample: (sample, _, text) => {
    sample.previousBody = sampleValue(text);
  },
  ofPrevious: "whole",
  side: "caller",
  read: () => (incoming) => incoming.previous?.body,
});

/** A field of the previous resource's response. */
export const prevBodyField = definePlace({
  type: "prevBodyField",
  label: "field of the previous resource's reply",
  summary: "A field of the response of the previous resource in the chain.",
  phrase: "the field <name></name> of the previous response",
  lacks: lacksChain,
  putSample: (sample, name, text) => {
    sample.previousBody = writeAt(sample.previousBody, parseDataPath(name), sampleValue(text));
  },
  ofPrevious: "field",
  side: "caller",
  read: (name) => {
    const path = parseDataPath(name);
    return (incoming) => readField(incoming.previous?.body, name, path);
  },
});
