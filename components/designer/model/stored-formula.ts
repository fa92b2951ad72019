import type { RouterOutputs } from "../../api/trpc.ts";
import { draftDigest } from "../../drafts/draft-digest.ts";
import type { Stored } from "../../drafts/draft-work.ts";
import { type Draft, openDraft } from "./draft.ts";

type Row = RouterOutputs["design"]["openDraft"];

/** A formula on the server, with the user's draft of it. */
export const storedFormula = ({
  revision,
  formula,
  draft,
}: Pick<RouterOutputs["design"]["open"], "revision" | "formula" | "draft">): Stored<Draft> => ({
  published: { revision, draft: openDraft(formula) },
  own: draft && ownOf(draft),
});

/** The user's draft of a new formula. */
export const storedDraft = (draft: Row): Stored<Draft> => ({ published: null, own: ownOf(draft) });

const ownOf = ({ id, version, basedOn, formula }: Row) => ({
  ...{ id, version, basedOn },
  draft: openDraft(formula),
  digest: draftDigest(formula),
});
