import type { DefinitionKind, DefinitionType } from "./definition-kind.ts";
import { commonResource } from "./kinds/common-resource.ts";
import { element } from "./kinds/element.ts";
import { elementExtension } from "./kinds/element-extension.ts";
import { formula } from "./kinds/formula.ts";
import { formulaTest } from "./kinds/formula-test.ts";

/** Every kind of definition, in the order of import: kinds that others name come first. */
export const DEFINITION_KINDS: Readonly<Record<DefinitionType, DefinitionKind>> = {
  element,
  elementExtension,
  commonResource,
  formula,
  formulaTest,
};
