import { authenticationOf } from "../auth/authentication-of.ts";
import { failed, type Proof, passed, refusalIn } from "./proof.ts";
import { isPlainList, listRequest } from "./proven-resources.ts";

/** The provider is not asked to refuse a valid token: its first response is replaced. The refresh is a real one. */
export const expiredToken: Proof = {
  proof: "expiredToken",
  title: "After a 401 the token is refreshed once and the request is sent again",
  applies: (plan, resource) => isPlainList(resource) && authenticationOf(plan.element, {}).refresh !== undefined,
  async run({ request }, resource) {
    const reply = await request(listRequest(resource), { replacedBy: { code: 401, headers: {}, body: {} } });
    if (reply.status !== 200) return failed(refusalIn(reply));
    if (reply.refreshes !== 1) return failed(`The token was refreshed ${reply.refreshes} times instead of once.`);
    return passed("The token was refreshed once, and the second request succeeded.");
  },
};
