import { Failure } from "../../errors.ts";
import type { HubResponse } from "../hub-request.ts";
import { settingsOf } from "../settings.ts";
import { readPage } from "./read-list.ts";
import type { ResourceRequest } from "./run-chain.ts";
import { writeReply } from "./write-reply.ts";

/** A call to one resource of the element: its chain, page by page where it is a list, and the reply made of it. */
export async function callResource(given: ResourceRequest): Promise<HubResponse> {
  const { plan, resource, session } = given;
  if (resource.problem) throw new Failure("badRequest", resource.problem);
  if (resource.answer) return resource.answer(given);
  const settings = settingsOf(plan, session.configuration);
  return writeReply(await readPage(given, settings), given, settings);
}
