import { documentation } from "../../documentation.ts";

type Props = { params: Promise<{ name: string }> };

/** A picture of the documentation. */
export async function GET(_: Request, { params }: Props): Promise<Response> {
  const [{ readPicture }, { name }] = await Promise.all([documentation(), params]);
  const bytes = readPicture(name);
  if (!bytes) return new Response(null, { status: 404 });
  return new Response(bytes, { headers: { "content-type": "image/webp", "cache-control": "public, max-age=3600" } });
}
