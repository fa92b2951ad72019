/** The input control: one line, several lines, a checkbox, or a choice of the entry's options. */
export type ConfigurationControl = "line" | "lines" | "checkbox" | "choice";

/** The type of a configuration entry (spec §2.9). To add one: write its file and a row in the registry. */
export type ConfigurationType = {
  type: string;
  /** A description of its values, for authors of elements. */
  summary: string;
  /** An entry with options is still a choice, unless its values are true and false. */
  control: ConfigurationControl;
  /** No record, log or response contains its values, and they are hidden while being typed. */
  isSecret?: true;
};

export const defineConfigurationType = <const Of extends ConfigurationType>(
  configurationType: Of & ConfigurationType,
): ConfigurationType & Pick<Of, "type"> => configurationType;
