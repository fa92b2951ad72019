import type { RouterOutputs } from "../../api/trpc.ts";
import { draftDigest } from "../../drafts/draft-digest.ts";
import type { Stored } from "../../drafts/draft-work.ts";
import { type ElementDraft, openElement } from "./element-draft.ts";

type Row = RouterOutputs["builder"]["openDraft"];

/** An element on the server, with the user's draft of it. */
export const storedElement = ({
  revision,
  element,
  draft,
}: Pick<RouterOutputs["builder"]["open"], "revision" | "element" | "draft">): Stored<ElementDraft> => ({
  published: { revision, draft: openElement(element) },
  own: draft && ownOf(draft),
});

/** The user's draft of a new element. */
export const storedDraft = (draft: Row): Stored<ElementDraft> => ({ published: null, own: ownOf(draft) });

const ownOf = ({ id, version, basedOn, element }: Row) => ({
  ...{ id, version, basedOn },
  draft: openElement(element),
  digest: draftDigest(element),
});
