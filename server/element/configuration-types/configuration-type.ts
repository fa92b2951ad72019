/** What a person enters a value with: one line, several lines, a box to tick, or one of the entry's options. */
export type ConfigurationControl = "line" | "lines" | "checkbox" | "choice";

/** The type of a configuration entry (spec §2.9). Adding one is one file and a row in the registry. */
export type ConfigurationType = {
  type: string;
  /** What its values are, for authors of elements. */
  summary: string;
  /** An entry with options is a choice all the same, unless its values are true and false. */
  control: ConfigurationControl;
  /** Its values are in no record, log or response, and hidden while they are typed. */
  isSecret?: true;
};

export const defineConfigurationType = <const Of extends ConfigurationType>(
  configurationType: Of & ConfigurationType,
): ConfigurationType & Pick<Of, "type"> => configurationType;
