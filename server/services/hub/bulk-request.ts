import type { HubResponse } from "#server/element/hub-request.ts";
import { parseExactJson } from "#server/exact-json.ts";

/** The paths of bulk jobs, which the platform serves for every element that has no such resource of its own. */
export const isBulkPath = (path: string): boolean => /^\/bulk\/./.test(path);

/** A response of the platform in the form of an element's: JSON is parsed, anything else is a stream. */
export async function asHubResponse(
  response: Response,
  { asStream = false }: { asStream?: boolean },
): Promise<HubResponse> {
  const headers = Object.fromEntries(response.headers);
  const reply = { code: response.status, headers };
  const isJson = /^application\/json\b/i.test(headers["content-type"] ?? "");
  if (response.ok && (asStream || !isJson)) return { ...reply, stream: streamOf(response) };
  const text = await response.text();
  return { ...reply, body: text !== "" && isJson ? parseExactJson(text) : text || undefined };
}

function streamOf({ body }: Response): NonNullable<HubResponse["stream"]> {
  const reader = body?.getReader();
  return {
    async *[Symbol.asyncIterator]() {
      for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) yield read.value;
    },
    cancel: () => void reader?.cancel().catch(() => {}),
  };
}
