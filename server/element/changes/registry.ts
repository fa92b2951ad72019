import type { ChangeRule } from "./change-rule.ts";
import * as configuration from "./configuration.ts";
import * as element from "./element.ts";
import * as models from "./models.ts";
import * as objects from "./objects.ts";
import * as parameters from "./parameters.ts";
import * as resources from "./resources.ts";

/** Every kind of change, in the order in which people see them: breaking changes first. */
export const CHANGE_RULES: readonly ChangeRule[] = [
  element.authenticationChanged,
  element.keyChanged,
  resources.resourceRemoved,
  resources.resourceRenamed,
  resources.resourceNotCallable,
  resources.pagingChanged,
  resources.rootKeyChanged,
  parameters.requiredParameterAdded,
  parameters.parameterBecameRequired,
  parameters.parameterRenamed,
  parameters.parameterTypeNarrowed,
  models.responseFieldRemoved,
  models.responseFieldTypeChanged,
  models.requestFieldRequired,
  models.requestFieldTypeNarrowed,
  objects.objectRemoved,
  objects.objectRenamed,
  objects.objectFieldRemoved,
  objects.objectFieldChanged,
  configuration.requiredConfigurationAdded,
  configuration.configurationBecameRequired,
  configuration.configurationRenamed,
  configuration.configurationOptionRemoved,
  configuration.configurationTypeChanged,
  resources.resourceAdded,
  resources.lifecycleRemoved,
  resources.providerRequestChanged,
  resources.chainChanged,
  resources.resourceHooksChanged,
  parameters.parameterAdded,
  parameters.parameterRemoved,
  objects.objectAdded,
  objects.objectFieldAdded,
  configuration.configurationAdded,
  configuration.configurationRemoved,
  configuration.defaultValueChanged,
  configuration.eventSettingsChanged,
  element.elementHooksChanged,
];
