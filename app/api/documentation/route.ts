import { documentation } from "../../docs/documentation.ts";

/** Sections of the documentation that match `q`. */
export async function GET(request: Request): Promise<Response> {
  const { searchDocumentation } = await documentation();
  return Response.json(await searchDocumentation(new URL(request.url).searchParams.get("q") ?? ""));
}
