import { failed, type Proof, passed } from "./proof.ts";
import { isPlainList, listRequest } from "./proven-resources.ts";

const SECONDS = "7";

/** The provider's first response is replaced. */
export const rateLimit: Proof = {
  proof: "rateLimit",
  title: "A 429 reaches the caller with its Retry-After, and nothing is sent again at once",
  applies: (_, resource) => isPlainList(resource),
  async run({ request }, resource) {
    const replacedBy = { code: 429, headers: { "retry-after": SECONDS }, body: {} };
    const reply = await request(listRequest(resource), { replacedBy });
    if (reply.status !== 429) return failed(`The response was ${reply.status} instead of 429. Check the hooks.`);
    if (reply.headers["retry-after"] !== SECONDS) return failed("The response has lost the header Retry-After.");
    if (reply.exchanges !== 1) return failed(`The provider received ${reply.exchanges} requests instead of one.`);
    return passed("The caller receives 429 with Retry-After.");
  },
};
