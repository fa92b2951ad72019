import { screenHandler } from "../../../screen-handler.ts";
import { readSession } from "../../../session.ts";

const answer = async (request: Request): Promise<Response> => {
  const [handler, session] = await Promise.all([screenHandler(), readSession()]);
  return handler.handleScreenRequest(request, session?.token);
};

export { answer as GET, answer as POST };
