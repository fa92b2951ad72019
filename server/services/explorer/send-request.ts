import { MASK } from "#server/account/mask.ts";
import { isCredentialHeader, redactJson } from "#server/account/redact.ts";
import type { Context } from "#server/context.ts";
import { secretsOf } from "#server/element/auth/secrets.ts";
import { Failure } from "#server/errors.ts";
import { ownerSecrets } from "../account/owner-secrets.ts";
import { watchingProvider } from "../hub/record-call.ts";
import { credentialFieldMask } from "../instance/credential-fields.ts";
import { findInstance } from "../instance/find-instance.ts";
import type { TracedExchange } from "../instance/provision-trace.ts";
import { boundedText, MOST_BYTES } from "./bounded-text.ts";
import { fileNameOf } from "./file-name.ts";
import { bodyOf, type SentBody } from "./request-body.ts";

const BASE_PATH = "/elements/api-v2";
/** The maximum time for a response of a provider. */
const LONGEST_MS = 120_000;
/** A request with more of them shows the first. */
const MOST_EXCHANGES = 20;
const NEXT_PAGE = "elements-next-page-token";
const REQUEST_ID = "elements-request-id";

export type ExplorerRequest = SentBody & {
  method: string;
  /** Below the base of the API. */
  path: string;
  query?: Readonly<Record<string, string | string[]>> | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** The element instance whose token is sent. */
  elementInstanceId?: number | undefined;
  /** The token of the caller's session, which is sent in place of all other credentials. */
  sessionToken?: string | undefined;
};

/** Headers that the server decides: a person's own would be another identity, or another address. */
const OURS = new Set(["authorization", "cookie", "host", "x-forwarded-for", "content-length", "transfer-encoding"]);

/**
 * Sends a request to our own REST API as a client with the caller's secrets would: the same authentication, checks,
 * limits and records. The credentials are added here, and neither they nor other secrets are in what is returned. A
 * refusal is a response like any other. Refuses: notFound for an element instance that the caller may not see;
 * badRequest for a header that only the server sets, and paths outside of the API.
 */
export async function sendRequest(ctx: Context, request: ExplorerRequest) {
  let exchanges: TracedExchange[] = [];
  const began = performance.now();
  const { response, masked } = await watchingProvider(
    (seen) => {
      exchanges = seen.slice(0, MOST_EXCHANGES);
    },
    () => sendAsCaller(ctx, request),
  );
  const { text, isCut, isFile } = await boundedText(response);
  const milliseconds = Math.round(performance.now() - began);
  const { fields, values } = await masked();
  const headersShown = shownHeaders(response.headers);
  const unmasked = { status: response.status, headers: headersShown, text: fields(text), exchanges };
  const shown = JSON.parse(values(JSON.stringify(unmasked))) as typeof unmasked;
  return {
    ...shown,
    ...{ text: isCut ? shown.text.slice(0, MOST_BYTES).toWellFormed() : shown.text, isCut, isFile, milliseconds },
    ...(isFile && { fileName: fileNameOf(response.headers.get("content-disposition")) }),
    requestId: response.headers.get(REQUEST_ID),
    nextPage: response.headers.get(NEXT_PAGE),
  };
}

/**
 * The response to a request with the caller's credentials, whose body is not read yet, and what masks the secrets in it.
 * Refuses what `sendRequest` refuses.
 */
export async function sendAsCaller(ctx: Context, request: ExplorerRequest) {
  const { method, elementInstanceId } = request;
  const url = addressOf(ctx, request);
  const headers = headersOf(request);
  const before = await credentialsOf(ctx, request);
  const { body, contentType } = method === "GET" ? {} : bodyOf(request);
  if (contentType !== undefined && !headers.has("content-type")) headers.set("content-type", contentType);
  headers.set("authorization", before.authorization);
  const response = await ctx.api(
    new Request(url, {
      method,
      headers,
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(LONGEST_MS),
    }),
    { address: ctx.clientAddress ?? "" },
  );
  return {
    response,
    /** Once the body is read: the masks for fields with secrets, and for the secrets themselves in JSON text. */
    async masked() {
      // The request may have replaced credentials.
      const after = await credentialsOf(ctx, request).catch(() => before);
      const secrets = [...before.secrets, ...after.secrets];
      return {
        fields: elementInstanceId === undefined ? withoutSecretFields : credentialFieldMask({ grants: false }),
        values: (json: string) => redactJson(json, secrets).text,
      };
    },
  };
}

function addressOf({ env }: Context, { path, query = {} }: ExplorerRequest): URL {
  const url = new URL(`${BASE_PATH}/${path.replace(/^\/+/, "")}`, env.PUBLIC_URL);
  if (!url.pathname.startsWith(`${BASE_PATH}/`) || path.includes("?") || path.includes("#"))
    throw new Failure("badRequest", "path: must be a path of the API, such as /formulas, without a query.");
  for (const [name, values] of Object.entries(query))
    for (const value of [values].flat()) url.searchParams.append(name, value);
  return url;
}

function headersOf({ headers: given = {} }: ExplorerRequest): Headers {
  const headers = new Headers({ accept: "application/json" });
  for (const [name, value] of Object.entries(given)) {
    if (OURS.has(name.toLowerCase()))
      throw new Failure("badRequest", `headers: ${name.slice(0, 100)} is set by the server. Remove it.`);
    try {
      headers.set(name, value);
    } catch {
      throw new Failure("badRequest", `headers: ${JSON.stringify(name.slice(0, 100))} is no valid header.`);
    }
  }
  return headers;
}

async function credentialsOf(ctx: Context, { elementInstanceId, sessionToken }: ExplorerRequest) {
  const { userSecret, organizationSecret } = await ownerSecrets(ctx, ctx.caller);
  if (sessionToken !== undefined)
    return { authorization: `Bearer ${sessionToken}`, secrets: [sessionToken, userSecret, organizationSecret] };
  const authorization = `User ${userSecret}, Organization ${organizationSecret}`;
  if (elementInstanceId === undefined) return { authorization, secrets: [userSecret, organizationSecret] };
  const { token } = await findInstance(ctx, { elementInstanceId });
  const open = await ctx.openInstances.find(ctx.caller, elementInstanceId);
  const own = open ? secretsOf(open.plan.element, open.instance.configuration) : [];
  return {
    authorization: `${authorization}, Element ${token}`,
    secrets: [userSecret, organizationSecret, token, ...own],
  };
}

const shownHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries([...headers].map(([name, value]) => [name, isCredentialHeader(name) ? MASK : value]));

/** Secrets that responses of the platform contain, such as tokens of element instances: here they are not needed. */
const SECRET_FIELD = /("(?:\w*(?:secret|password)|(?:\w+_)?token)"\s*:\s*)"(?:[^"\\]|\\.)*"?/gi;
const withoutSecretFields = (text: string): string => text.replaceAll(SECRET_FIELD, `$1"${MASK}"`);
