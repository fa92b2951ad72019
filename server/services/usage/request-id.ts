import { randomUUID } from "node:crypto";

/** A new `elements-request-id`: 24 hexadecimal digits (contract §8). */
export const newRequestId = (): string => randomUUID().replaceAll("-", "").slice(0, 24);
