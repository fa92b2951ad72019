import { createHash } from "node:crypto";
import { canonical } from "#server/element/definition/canonical.ts";
import type { PreparedElement } from "#server/element/definition/prepared.ts";

/** The identity of a definition, published or not. */
export const definitionHash = (definition: PreparedElement): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    createHash("sha256")
      .update(canonical(definition) ?? "")
      .digest(),
  );
