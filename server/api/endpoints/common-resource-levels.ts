import { z } from "zod";
import type { Address } from "#server/services/common-resource/place.ts";
import type { Contract } from "../endpoint-contract.ts";
import { id, keyOrId } from "../records/fields.ts";

/** The paths of an owner's definitions and transformations in the API. */
export type LevelPath = {
  auth: "platform" | "element";
  at: Contract["path"];
  /** The owner's wording for summaries. */
  of: string;
  level: Address["level"];
  params: z.ZodObject;
  /** Transformations are below an element, unless the owner belongs to one. */
  elementPath: "" | "/elements/{keyOrId}";
};

const none = z.object({});
const BELOW_ELEMENT = "/elements/{keyOrId}";

export const LEVEL_PATHS = {
  organization: {
    auth: "platform",
    at: "/organizations",
    of: "the organization",
    level: "organization",
    params: none,
    elementPath: BELOW_ELEMENT,
  },
  ownAccount: {
    auth: "platform",
    at: "/accounts",
    of: "your account",
    level: "account",
    params: none,
    elementPath: BELOW_ELEMENT,
  },
  account: {
    auth: "platform",
    at: "/accounts/{accountId}",
    of: "an account",
    level: "account",
    params: z.object({ accountId: id }),
    elementPath: BELOW_ELEMENT,
  },
  ownInstance: {
    auth: "element",
    at: "/instances",
    of: "the element instance of the token",
    level: "instance",
    params: none,
    elementPath: "",
  },
  instance: {
    auth: "platform",
    at: "/instances/{elementInstanceId}",
    of: "an element instance",
    level: "instance",
    params: z.object({ elementInstanceId: id }),
    elementPath: "",
  },
} as const satisfies Record<string, LevelPath>;

export const objectName = z.object({ objectName: z.string().max(255) });
export const elementOfPath = z.object({ keyOrId });

/** The path parameters of all levels. */
export type LevelParams = Omit<Address, "level"> & { objectName?: string };

export const addressOf = ({ level }: LevelPath, params: unknown): Address & { name: string } => {
  const { objectName = "", ...address } = params as LevelParams;
  return { ...address, level, name: objectName };
};
