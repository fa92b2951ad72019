/** The values of secret defaults, by the position of their entry: a draft may have two of a key, or none. */
export type SecretDefaults = Readonly<Record<string, unknown>>;

type Definition = { configuration?: unknown };

/** A definition without the defaults of these entries, and those by themselves. */
export function withoutDefaults<Whole extends Definition>(
  definition: Whole,
  isSecret: (entry: Record<string, unknown>) => boolean,
): { definition: Whole; secrets: SecretDefaults } {
  const secrets: Record<string, unknown> = {};
  const { configuration } = definition;
  if (!Array.isArray(configuration)) return { definition, secrets };
  const entries = configuration.map((entry: unknown, position) => {
    if (!isEntry(entry) || isEmpty(entry.defaultValue) || !isSecret(entry)) return entry;
    secrets[position] = entry.defaultValue;
    return { ...entry, defaultValue: "" };
  });
  return { definition: { ...definition, configuration: entries }, secrets };
}

/** The definition with its secret defaults. */
export function withDefaults<Whole extends Definition>(definition: Whole, secrets: SecretDefaults): Whole {
  const { configuration } = definition;
  if (!Array.isArray(configuration)) return definition;
  const entries = configuration.map((entry: unknown, position) =>
    isEntry(entry) && Object.hasOwn(secrets, position) ? { ...entry, defaultValue: secrets[position] } : entry,
  );
  return { ...definition, configuration: entries };
}

const isEntry = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === "";
