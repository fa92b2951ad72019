import { screenHandler } from "../../screen-handler.ts";
import { readSession } from "../../session.ts";

export async function GET(request: Request): Promise<Response> {
  const [handler, session] = await Promise.all([screenHandler(), readSession()]);
  return handler.download(request, session?.token);
}
