/** A parser of text from outside, and what must hold of it whatever the text. */
export type FuzzedParser<Parsed = unknown> = {
  name: string;
  /** Valid texts, from which broken ones are made. */
  seeds: readonly string[];
  parse: (text: string) => Parsed | Promise<Parsed>;
  /** Whether it may throw this for text that it refuses; a Failure below 500 unless stated. */
  refuses?: (error: unknown) => boolean;
  /** Throws if the result is not a possible one for this text. */
  check?: (parsed: Parsed, text: string) => void | Promise<void>;
};

/** Infers the type of the result, so that `check` gets it. */
export const fuzzed = <Parsed>(parser: FuzzedParser<Parsed>): FuzzedParser => parser as FuzzedParser;
