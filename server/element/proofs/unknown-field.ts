import { isRecord } from "../bare-record.ts";
import type { ProviderResponse } from "../ports.ts";
import { failed, type Proof, passed, refusalIn, skipped } from "./proof.ts";
import { isPlainList, listRequest } from "./proven-resources.ts";

const FIELD = "formulary_unknown_field";

/** The field is added to the provider's first response: providers add fields without notice. */
export const unknownField: Proof = {
  proof: "unknownField",
  title: "A field that the provider adds does no harm",
  applies: (_, resource) => isPlainList(resource),
  async run({ request }, resource) {
    const before = await request(listRequest(resource));
    if (before.status !== 200) return failed(refusalIn(before));
    let isAdded = false;
    const after = await request(listRequest(resource), {
      changedBy(response) {
        isAdded = typeof response.body === "object" && response.body !== null;
        return { ...response, body: withField(response.body) } as ProviderResponse;
      },
    });
    if (!isAdded) return skipped("The response of the provider is no JSON.");
    if (after.status !== 200) return failed(refusalIn(after));
    const [count, expected] = [countOf(after.body), countOf(before.body)];
    return count === expected
      ? passed("The response has the same records.")
      : failed(`The number of records is ${count} instead of ${expected}.`);
  },
};

/** The value with the field in every object. */
function withField(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withField);
  if (!isRecord(value)) return value;
  return {
    ...Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withField(inner)])),
    [FIELD]: "x",
  };
}

const countOf = (body: unknown): number => (Array.isArray(body) ? body.length : 1);
