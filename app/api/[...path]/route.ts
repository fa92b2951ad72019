import { screenHandler } from "../../screen-handler.ts";

/** Handles the requests of screens that the web process handles before Next, for deployments without a web process. */
const respond = async (request: Request): Promise<Response> => (await screenHandler()).handleScreenCall(request);

export { respond as GET, respond as POST };
