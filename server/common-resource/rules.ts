import { BOTH, directionsOf, NEITHER } from "./directions.ts";
import { settingNamed } from "./settings/registry.ts";
import type { FieldRules, Rules } from "./settings/setting.ts";
import type { Transformation, TransformationField } from "./shape.ts";

const STANDARD: Rules = {
  passesThrough: NEITHER,
  inherits: NEITHER,
  isRemoved: false,
  isDocumented: true,
  runsOnWhere: false,
};

/** The compiled settings of a transformation; unknown ones are ignored. */
export const rulesOf = ({ configuration }: Pick<Transformation, "configuration">): Rules =>
  configuration.reduce((rules, { type, properties }) => {
    const apply = settingNamed(type)?.ofTransformation;
    return apply ? apply(rules, directionsOf(properties)) : rules;
  }, STANDARD);

/** The compiled settings of a field. */
export const fieldRulesOf = ({ configuration }: Pick<TransformationField, "configuration">): FieldRules =>
  configuration.reduce<FieldRules>(
    (rules, { type, properties = {} }) => {
      const apply = settingNamed(type)?.ofField;
      return apply ? apply(rules, directionsOf(properties), properties) : rules;
    },
    { isRemoved: false, maps: BOTH },
  );
