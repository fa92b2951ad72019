/** One run of a step, for its explanation. */
export type StepFacts = { name: string; type: string; took: string; error: string | null; code?: number | undefined };

/** Explains the runs of one step in a sentence. `name` is in quotes, `label` is the name of its type in a sentence. */
export type StepStory = (name: string, visits: readonly StepFacts[], label: string) => string;

export const usualStory: StepStory = (name, visits, label) =>
  `The ${label} ${name} ran${visits.length > 1 ? ` ${times(visits.length, "time")}` : ""}.`;

export const requestStory: StepStory = (name, visits, label) => {
  const [{ code } = {}] = visits;
  if (visits.length > 1) return `The ${label} ${name} was sent ${times(visits.length, "time")}.`;
  return `The ${label} ${name} ${code === undefined ? "was sent" : `returned status ${code}`}.`;
};

/** The number of visits that ended by a port without an error. */
export const countTook = (visits: readonly StepFacts[], port: string): number =>
  visits.filter(({ took, error }) => took === port && error === null).length;

export const times = (count: number, what: string): string =>
  `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
