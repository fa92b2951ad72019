import { maskAndCut } from "#server/account/mask-and-cut.ts";
import type { Configuration, ElementPorts, ProviderRequest, ProviderResponse } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";

/** Shorter than a lease, so that no other process starts while this one runs (F08). */
const TIMEOUT_MS = 20_000;
const SHOWN_MESSAGE = 1000;
const MAX_REPLY = 65_536;

/**
 * Sends one request to a provider's token endpoint. Any status is a result; refuses timedOut after 20 s, and whatever
 * `send` refuses. The client and the token are only sent to the host of the address.
 */
export async function tokenCall(
  { send }: Pick<ElementPorts, "send">,
  request: ProviderRequest,
): Promise<ProviderResponse> {
  const { host, origin } = new URL(request.url);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const { stream, ...reply } = await send(request, { origins: [origin], signal });
    return stream ? { ...reply, body: await readText(stream) } : reply;
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new Failure("timedOut", `The token endpoint at ${host} did not answer within ${TIMEOUT_MS / 1000} s.`);
  }
}

/** Some providers send a token without a content type. */
async function readText(stream: NonNullable<ProviderResponse["stream"]>): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > MAX_REPLY) break;
    chunks.push(chunk);
  }
  stream.cancel();
  const text = Buffer.concat(chunks).toString();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export const isOk = ({ code }: Pick<ProviderResponse, "code">): boolean => code >= 200 && code < 300;

/** The provider's response as text, without credentials. */
export function textOf(body: unknown, conceal: (text: string) => string): string | undefined {
  if (body === undefined || body === null || body === "") return undefined;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return maskAndCut(text, SHOWN_MESSAGE, conceal);
}

/** Whether two configurations contain the same grant. */
export const isSameGrant = (one: Configuration, other: Configuration): boolean =>
  one["oauth.user.token"] === other["oauth.user.token"] &&
  one["oauth.user.refresh_token"] === other["oauth.user.refresh_token"];
