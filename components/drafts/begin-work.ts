import type { ReadCopy } from "../ui/local-copy.ts";
import { draftDigest } from "./draft-digest.ts";
import type { DraftWork, Stored } from "./draft-work.ts";

type Begun<Draft> = Pick<DraftWork<Draft>, "revision" | "published" | "kept" | "keptDraft"> & { draft: Draft };

/** No draft has it, so the server refuses to save over it. */
const NO_VERSION = 0;

/**
 * The work that a screen begins with: the copy that this window left behind, else the draft on the server, else the
 * published original, else `empty`. A copy stays based on what it began from: if another window has saved or published
 * since, saving it is refused, and the user decides.
 */
export function beginWork<Draft>(
  { published, own }: Stored<Draft>,
  copy: ReadCopy<Draft> | null,
  empty: Draft,
): Begun<Draft> {
  const keptDraft = own?.draft ?? published?.draft ?? empty;
  const revision = own ? own.basedOn : (published?.revision ?? null);
  const kept = own && { id: own.id, version: own.version };
  const stored = { revision, published: published?.draft ?? null, kept, keptDraft, draft: keptDraft };
  if (!copy) return stored;
  const { draft, base } = copy;
  if (own && own.digest === draftDigest(draft)) return stored;
  if (!base) return { ...stored, kept: own && { id: own.id, version: NO_VERSION }, draft };
  const isOurs = own !== null && isUnconfirmed(own, base.unconfirmed);
  return { ...stored, revision: base.revision, kept: isOurs ? kept : base.kept, draft };
}

/** Whether the draft on the server is one that this window sent without learning whether it arrived. */
export const isUnconfirmed = ({ digest }: { digest: string }, unconfirmed: readonly string[]): boolean =>
  unconfirmed.includes(digest);
