import { failed, type Proof, passed, refusalIn, skipped } from "./proof.ts";
import { isPlainList, listRequest } from "./proven-resources.ts";

const TOKEN = "elements-next-page-token";
const PAGE_SIZE = "2";

export const secondPage: Proof = {
  proof: "secondPage",
  title: "Page 2 has other records than page 1",
  applies: (_, resource) => isPlainList(resource),
  async run({ request }, resource) {
    const first = await request(listRequest(resource, { pageSize: PAGE_SIZE }));
    if (first.status !== 200) return failed(refusalIn(first));
    if (!Array.isArray(first.body)) return failed("The response is no list. Check the root key.");
    const nextPage = first.headers[TOKEN];
    if (nextPage === undefined) return skipped("There is no second page: page 1 names no next page.");
    const second = await request(listRequest(resource, { pageSize: PAGE_SIZE, nextPage }));
    if (second.status !== 200) return failed(refusalIn(second));
    if (!Array.isArray(second.body) || second.body.length === 0)
      return passed("Page 1 is the last one with records: page 2 is empty.");
    const known = new Set(first.body.map((row) => JSON.stringify(row)));
    const repeated = second.body.filter((row) => known.has(JSON.stringify(row))).length;
    return repeated === 0
      ? passed("No record of page 2 is on page 1.")
      : failed(`Page 2 repeats records of page 1 (${repeated}). Check the paging.`);
  },
};
