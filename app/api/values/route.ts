import { serverDoor } from "../../server-door.ts";
import { readSession } from "../../session.ts";

export async function GET(request: Request): Promise<Response> {
  const [door, session] = await Promise.all([serverDoor(), readSession()]);
  return door.download(request, session?.token);
}
