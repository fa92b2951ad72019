import { compose } from "#server/compose.ts";

export const dynamic = "force-dynamic";

/** The same Hono app that the web process puts in front of Next, for places where only Next runs. */
async function answer(request: Request): Promise<Response> {
  const { api } = await compose("web");
  return api.fetch(request);
}

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
