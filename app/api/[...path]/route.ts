import { screenHandler } from "../../screen-handler.ts";

/** The same calls of screens that the web process answers in front of Next, for places where only Next runs. */
const answer = async (request: Request): Promise<Response> => (await screenHandler()).answerScreenCall(request);

export { answer as GET, answer as POST };
