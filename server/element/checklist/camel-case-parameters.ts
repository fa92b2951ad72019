import { PLACES } from "../parameters/registry.ts";
import type { Parameter } from "../shape.ts";
import { calledResources, labelOf } from "./called-resources.ts";
import type { ChecklistRule, Fix } from "./checklist-rule.ts";

export const camelCaseParameters: ChecklistRule = {
  rule: "camelCaseParameters",
  title: "Parameters are named in camel case",
  find: (element) =>
    calledResources(element).flatMap(({ resource, at }) =>
      resource.parameters.flatMap((parameter, place) => {
        const { name } = parameter;
        const better = camelCase(name);
        if (!isNamed(parameter) || better === name || better === "") return [];
        const renamed = resource.path.replaceAll(`{${name}}`, `{${better}}`);
        const fix: Fix = [
          { path: ["resources", at, "parameters", place, "name"], value: better },
          ...(renamed === resource.path ? [] : [{ path: ["resources", at, "path"], value: renamed }]),
        ];
        return [
          {
            path: ["resources", at, "parameters", place, "name"],
            message: `${labelOf(resource)}: name the parameter "${name}" in camel case, such as "${better}".`,
            fix,
          },
        ];
      }),
    ),
};

/** Names of headers have dashes, and those of literals and of the configuration are no names. */
const isNamed = ({ source, type, name }: Parameter): boolean => {
  const place = PLACES[type].swagger?.(name);
  return source === "request" && place !== undefined && place !== "header" && !/[.[\]]/.test(name);
};

const camelCase = (name: string): string =>
  name
    .replaceAll(/[-_\s]+(.)?/g, (_, letter: string = "") => letter.toUpperCase())
    .replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (begin) => begin.toLowerCase());
