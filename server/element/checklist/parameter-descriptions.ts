import { PLACES } from "../parameters/registry.ts";
import { calledResources, labelOf } from "./called-resources.ts";
import type { ChecklistRule } from "./checklist-rule.ts";

export const parameterDescriptions: ChecklistRule = {
  rule: "parameterDescriptions",
  title: "Every parameter of an application has a description",
  find: (element) =>
    calledResources(element).flatMap(({ resource, at }) =>
      resource.parameters.flatMap(({ source, type, name, description = "" }, place) =>
        source !== "request" || PLACES[type].swagger?.(name) === undefined || description.trim() !== ""
          ? []
          : [
              {
                path: ["resources", at, "parameters", place, "description"],
                message: `${labelOf(resource)}: the parameter "${name}" has no description. Say what it means.`,
              },
            ],
      ),
    ),
};
