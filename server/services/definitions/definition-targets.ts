import type { DefinitionType } from "#server/definition-files/definition-kind.ts";
import { commonResource } from "./targets/common-resource.ts";
import type { DefinitionTarget } from "./targets/definition-target.ts";
import { element } from "./targets/element.ts";
import { elementExtension } from "./targets/element-extension.ts";
import { formula } from "./targets/formula.ts";
import { formulaTest } from "./targets/formula-test.ts";

export const DEFINITION_TARGETS: Readonly<Record<DefinitionType, DefinitionTarget>> = {
  element,
  elementExtension,
  commonResource,
  formula,
  formulaTest,
};
