import { dataTypeNamed, dataTypeOfSample } from "#server/element/data-types/registry.ts";
import type { KnownField } from "./field.ts";
import { lastName, meaningOf, nameKey } from "./field-name.ts";

/** Context of the two fields: mappings elsewhere, as `ours` and `provider's` paths. */
export type Elsewhere = ReadonlySet<string>;
export const pairKey = (path: string, vendorPath: string): string => `${path} ${nameKey(vendorPath)}`;

type Reason = {
  /** The maximum that it adds to the score. */
  weight: number;
  /** How strongly it applies, from 0 to 1. */
  holds: (ours: KnownField, provider: KnownField, elsewhere: Elsewhere) => number;
  /** Whether it can suggest a pair alone. Others only support a suggestion. */
  suffices: boolean;
};

/** Reasons why two fields may be the same, the strongest first. Each is its name in the messages of the screen. */
export const REASONS = {
  elsewhere: {
    weight: 50,
    suffices: true,
    holds: (ours, provider, elsewhere) => Number(elsewhere.has(pairKey(ours.path, provider.path))),
  },
  sameName: {
    weight: 60,
    suffices: true,
    holds: (ours, provider) =>
      nameKey(ours.path) === nameKey(provider.path)
        ? 1
        : nameKey(lastName(ours.path)) === nameKey(lastName(provider.path))
          ? 0.8
          : 0,
  },
  sameValues: { weight: 45, suffices: true, holds: (ours, provider) => overlap(ours.samples, provider.samples) },
  sameWords: {
    weight: 40,
    suffices: true,
    holds: (ours, provider) => {
      if (nameKey(ours.path) === nameKey(provider.path)) return 0;
      const alike = similarity(meaningOf(ours.path), meaningOf(provider.path));
      return alike >= 0.5 ? alike : 0;
    },
  },
  sameType: {
    weight: 10,
    suffices: false,
    holds: (ours, provider) => {
      const [one, other] = [typeOf(ours), typeOf(provider)];
      return Number(one !== undefined && one === other);
    },
  },
} as const satisfies Record<string, Reason>;

export type ReasonName = keyof typeof REASONS;

/** Providers use different names for numbers. */
const typeOf = ({ type, samples }: KnownField): string | undefined => {
  const found = dataTypeNamed(type) ?? dataTypeOfSample(samples.find((value) => value !== null && value !== undefined));
  const { type: shape = found?.type } = found?.swagger ?? {};
  return shape === "integer" ? "number" : shape;
};

/** The similarity of two sets (Jaccard). */
function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((word) => other.has(word)).length;
  return common === 0 ? 0 : common / (one.size + other.size - common);
}

/** Drops short and frequent values, such as true or 1, which are equal by chance. */
const distinctive = (values: readonly unknown[]): Set<string> =>
  new Set(
    values
      .filter((value) => typeof value === "string" || typeof value === "number")
      .map((value) => String(value).trim().toLowerCase())
      .filter((text) => text.length >= 3),
  );

function overlap(ours: readonly unknown[], provider: readonly unknown[]): number {
  const [one, other] = [distinctive(ours), distinctive(provider)];
  const common = [...one].filter((text) => other.has(text)).length;
  return common === 0 ? 0 : Math.min(1, common / Math.min(one.size, other.size));
}
