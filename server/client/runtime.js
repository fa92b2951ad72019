// The part of a client that is the same for every API. It needs nothing but fetch.

/** A response that is no success. */
export class FormularyError extends Error {
  constructor({ status, message, requestId, providerMessage, headers }) {
    super(message);
    this.name = "FormularyError";
    this.status = status;
    this.requestId = requestId;
    this.providerMessage = providerMessage;
    this.headers = headers;
  }
}

const NEXT_PAGE = "elements-next-page-token";

/** Makes a client of the operations: one function each, by group and name. */
export function connect(operations, { url, user, organization, token, bearer, fetch = globalThis.fetch }) {
  const base = url.replace(/\/+$/, "");
  const secrets = { User: user, Organization: organization, Element: token };
  const authorization =
    bearer !== undefined
      ? `Bearer ${bearer}`
      : Object.entries(secrets)
          .filter(([, secret]) => secret !== undefined)
          .map(([name, secret]) => `${name} ${secret}`)
          .join(", ");
  const client = {};
  for (const operation of operations) {
    client[operation.group] ??= {};
    client[operation.group][operation.name] = async (input, options) => (await call(operation, input, options)).body;
    if (operation.isPaged)
      client[operation.group][`${operation.name}All`] = (input, options) => everyPage(operation, input, options);
  }
  return client;

  async function* everyPage(operation, input, options) {
    for (let nextPage; ; ) {
      const page = await call(operation, nextPage === undefined ? input : { ...input, nextPage }, options);
      yield* page.body;
      nextPage = page.headers.get(NEXT_PAGE) ?? undefined;
      if (nextPage === undefined) return;
    }
  }

  async function call(
    { method, path, parameters, contentType, isFile },
    input = {},
    { signal, idempotencyKey, headers } = {},
  ) {
    const sent = new Headers({
      accept: isFile ? "*/*" : "application/json",
      ...(authorization && { authorization }),
      ...headers,
    });
    if (idempotencyKey !== undefined) sent.set("idempotency-key", idempotencyKey);
    const query = new URLSearchParams();
    const form = new FormData();
    let address = path;
    for (const [argument, name, place] of parameters) {
      const value = input[argument];
      if (value === undefined || value === null) continue;
      if (place === "path") address = address.replaceAll(`{${name}}`, encodeURIComponent(asText(value)));
      else if (place === "header") sent.set(name, asText(value));
      else if (place === "query") for (const one of [value].flat()) query.append(name, asText(one));
      else form.append(name, value instanceof Blob ? value : asText(value));
    }
    // Lists of every connection are read in parts, whether or not its element says so.
    if (input.nextPage !== undefined && !query.has("nextPage")) query.set("nextPage", asText(input.nextPage));
    const body = bodyOf(contentType, input.body, form, sent);
    const search = query.size > 0 ? `?${query}` : "";
    const response = await fetch(base + address + search, { method, headers: sent, body, signal });
    if (!response.ok) throw await errorOf(response);
    return { headers: response.headers, body: await read(response, isFile) };
  }
}

function bodyOf(contentType, body, form, headers) {
  if (contentType === "multipart/form-data") {
    for (const [name, value] of Object.entries(body ?? {}))
      if (value !== undefined) form.append(name, value instanceof Blob ? value : asText(value));
    return form;
  }
  if (body === undefined) return undefined;
  if (body instanceof Blob || body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return body;
  headers.set("content-type", "application/json");
  return JSON.stringify(body);
}

async function read(response, isFile) {
  if (isFile) return response.blob();
  const text = await response.text();
  return /json/i.test(response.headers.get("content-type") ?? "") && text !== "" ? JSON.parse(text) : text;
}

async function errorOf(response) {
  const { status, headers } = response;
  const text = await response.text();
  const given = parsed(text);
  return new FormularyError({
    ...{ status, headers },
    message: given.message ?? (text || `The response was ${status}.`),
    requestId: given.requestId ?? headers.get("elements-request-id") ?? undefined,
    providerMessage: given.providerMessage,
  });
}

function parsed(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

const asText = (value) => (typeof value === "object" ? JSON.stringify(value) : String(value));
