import type { Context } from "#server/context.ts";
import { canonical } from "#server/element/definition/canonical.ts";
import type { PlannedResource } from "#server/element/planned.ts";
import type { ElementPorts } from "#server/element/ports.ts";
import type { FirstResponse, Proof, ProofPorts } from "#server/element/proofs/proof.ts";
import { PROOFS } from "#server/element/proofs/registry.ts";
import * as proofs from "#server/store/element/element-proofs.ts";
import { definitionHash } from "../element/definition-hash.ts";
import type { Drafted } from "./drafted-element.ts";
import { openTrial, sendTrial, type Trial, type TriedAccount, withoutSecrets } from "./trial.ts";

type ProofRequest = {
  /** Names of proofs, and resources such as `GET:/contacts`; all by default. */
  proofs?: readonly string[] | undefined;
  resources?: readonly string[] | undefined;
};

const MOST_PROOFS = 200;
const LONGEST_MS = 100_000;

/**
 * Proves that a definition keeps its promises with a real account, one after the other, and keeps the results with the
 * definition of an element, or with a saved draft until it is one. Requests are those of `sendTrial`; where a provider would have to misbehave, its first response is
 * replaced. Refuses what `openTrial` refuses.
 */
export async function prove(
  ctx: Context,
  { proofs: names, resources, ...tried }: Drafted & TriedAccount & ProofRequest,
) {
  const trial = await openTrial(ctx, tried);
  const wanted = PROOFS.filter(({ proof }) => names?.includes(proof) ?? true);
  const due = trial.plan.resources
    .filter((resource) => resources?.includes(labelOf(resource)) ?? true)
    .flatMap((resource) =>
      wanted.filter(({ applies }) => applies(trial.plan, resource)).map((proof) => ({ proof, resource })),
    );
  const until = performance.now() + LONGEST_MS;
  const results: proofs.ProofResult[] = [];
  for (const { proof, resource } of due.slice(0, MOST_PROOFS))
    results.push(await runProof(trial, { proof, resource, isLate: performance.now() > until }));
  const shown = await withoutSecrets(trial, results);
  const facts = {
    elementInstanceId: trial.connection.instance.id,
    userId: ctx.caller.userId,
    results: shown,
    createdAt: ctx.now(),
  };
  const definition = { definitionHash: definitionHash(trial.draft) };
  if (trial.draftId !== null)
    await proofs.saveOfDraft(
      ctx.db.prisma,
      { ...definition, organizationId: ctx.caller.organizationId, draftId: trial.draftId },
      facts,
    );
  if (trial.current) {
    const { id: elementId, organizationId } = trial.current;
    const key = { ...definition, organizationId, elementId };
    const published = canonical(trial.draft) === canonical(trial.current.definition);
    await proofs.save(ctx.db.prisma, key, { ...facts, published });
  }
  return presentProofs(facts);
}

export const presentProofs = ({
  elementInstanceId,
  results,
  createdAt,
}: Pick<proofs.ProofRecord, "elementInstanceId" | "results" | "createdAt">) => ({
  elementInstanceId,
  createdDate: createdAt.toISOString(),
  results,
});

const labelOf = ({ label }: PlannedResource) => label.replace(" ", ":");

async function runProof(
  trial: Trial,
  { proof: { proof, title, run }, resource, isLate }: { proof: Proof; resource: PlannedResource; isLate: boolean },
): Promise<proofs.ProofResult> {
  const began = performance.now();
  const about = { proof, title, resource: labelOf(resource) };
  const late = { outcome: "skipped", detail: "There was no time left. Prove fewer resources at once." } as const;
  const verdict = isLate ? late : await run({ request: requestBy(trial) }, resource);
  return { ...about, ...verdict, milliseconds: Math.round(performance.now() - began) };
}

const requestBy =
  (trial: Trial): ProofPorts["request"] =>
  async (call, instead) => {
    const counted = { exchanges: 0, refreshes: 0 };
    const reply = await sendTrial(trial, call, (ports) => controlled(ports, counted, instead));
    return { ...reply, ...counted };
  };

/**
 * The ports with a controlled provider: the response to the first request is replaced or changed. This happens before
 * the circuit breaker, which therefore does not pause after a refusal that the provider did not send.
 */
function controlled(
  ports: ElementPorts,
  counted: { exchanges: number; refreshes: number },
  instead: FirstResponse | undefined,
): ElementPorts {
  return {
    ...ports,
    async send(request, at) {
      counted.exchanges += 1;
      if (counted.exchanges > 1 || !instead) return ports.send(request, at);
      return "replacedBy" in instead ? instead.replacedBy : instead.changedBy(await ports.send(request, at));
    },
    async refresh(stale, why) {
      const fresh = await ports.refresh(stale, why);
      if (fresh) counted.refreshes += 1;
      return fresh;
    },
  };
}
