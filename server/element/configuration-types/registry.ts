import { registry } from "../../registry.ts";
import { boolean, booleanYesNo } from "./boolean.ts";
import { combo } from "./combo.ts";
import type { ConfigurationControl, ConfigurationType } from "./configuration-type.ts";
import { password } from "./password.ts";
import { codeEditor, textArea, textField32, textField64, textField100, textField128, textField1000 } from "./text.ts";

/** Every type of configuration entries. To add one: write its file and name it here. */
const TYPES = registry(
  textField32,
  textField64,
  textField100,
  textField128,
  textField1000,
  textArea,
  boolean,
  booleanYesNo,
  password,
  combo,
  codeEditor,
);

export type ConfigurationTypeName = keyof typeof TYPES;
export const CONFIGURATION_TYPES: Readonly<Record<ConfigurationTypeName, ConfigurationType>> = TYPES;

/** The type of an entry that names none. */
export const DEFAULT_CONFIGURATION_TYPE = textField128;

/** Whether the values of an entry are secrets by its type. */
export const isSecretEntry = ({ type }: { type: ConfigurationTypeName }): boolean =>
  CONFIGURATION_TYPES[type].isSecret === true;

/** The input control of an entry. */
export function controlOf({
  type,
  options,
}: {
  type: ConfigurationTypeName;
  options?: readonly unknown[] | undefined;
}): ConfigurationControl {
  const { control } = CONFIGURATION_TYPES[type];
  return control !== "checkbox" && options?.length ? "choice" : control;
}
