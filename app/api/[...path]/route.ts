import { screenHandler } from "../../screen-handler.ts";

/** Handles the requests of screens that the web process handles in front of Next, for places where only Next runs. */
const respond = async (request: Request): Promise<Response> => (await screenHandler()).answerScreenCall(request);

export { respond as GET, respond as POST };
