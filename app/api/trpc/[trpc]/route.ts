import { serverDoor } from "../../../server-door.ts";
import { readSession } from "../../../session.ts";

const answer = async (request: Request): Promise<Response> => {
  const [door, session] = await Promise.all([serverDoor(), readSession()]);
  return door.answerScreen(request, session?.token);
};

export { answer as GET, answer as POST };
