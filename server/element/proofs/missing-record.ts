import { failed, type Proof, passed } from "./proof.ts";
import { isRecord, recordRequest } from "./proven-resources.ts";

/** No record has it, so the proof deletes none. */
const ID = "999999999";

export const missingRecord: Proof = {
  proof: "missingRecord",
  title: "A record that does not exist is 404",
  applies: (_, resource) => isRecord(resource),
  async run({ request }, resource) {
    const { status } = await request(recordRequest(resource, ID));
    return status === 404
      ? passed("The response is 404.")
      : failed(`The response is ${status} instead of 404. Set response_status_code in a hook after the request.`);
  },
};
