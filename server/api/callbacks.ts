import { createHash } from "node:crypto";
import { Hono } from "hono";
import { getCookie } from "hono/cookie";
import { html, raw } from "hono/html";
import type { App } from "#server/context.ts";
import { cutText } from "#server/cut-text.ts";
import { FAILURE_STATUS, isServerError } from "#server/errors.ts";
import { CALLBACK_PATH } from "#server/services/instance/begin-authorization.ts";
import { isOurs, returnOf, StateRefusal } from "#server/services/instance/connect-state.ts";
import { finishAuthorization } from "#server/services/instance/finish-authorization.ts";
import { newRequestId } from "#server/services/usage/request-id.ts";
import { asFailure } from "./failures.ts";

const MAX_VALUE = 4096;

/**
 * The page that providers redirect people to: `/oauth/callback`, outside the API. With a state of ours it creates or
 * reauthorizes the instance; with any other state, an application uses our address, and the page shows the values for
 * it. It links and redirects to nothing else (F14), and runs no script but its own.
 */
export function createCallbacks(app: App) {
  const callbacks = new Hono();

  callbacks.get(CALLBACK_PATH, async (c) => {
    const query = new URL(c.req.url).searchParams;
    const grant = readGrant(query);
    const back = returnOf(app, query.get("state") ?? "");
    if (grant.refused !== undefined)
      return respondRefused(
        { status: grant.status, title: grant.refused, words: grant.words, outcome: grant.outcome },
        back,
      );
    const { state } = grant.values;
    try {
      if (state === undefined || !isOurs(state)) return showGrant(grant.values);
      const world = { ...app, requestId: newRequestId() };
      const { id, name, elementKey } = await finishAuthorization(world, {
        granted: { ...grant.values, state },
        cookies: getCookie(c),
      });
      if (back !== undefined) return c.redirect(withQuery(back, "connected", String(id)), 303);
      const words = html`<p>“${name}” is connected as element instance ${id} of ${elementKey}. You may close this page.</p>`;
      return page(200, "Access granted", words, { formulary: "connected", elementInstanceId: id });
    } catch (error) {
      return refuse(error, back);
    }
  });

  callbacks.notFound(() => page(404, "Page not found", html`<p>Check the address of this page.</p>`));
  return callbacks;

  function refuse(error: unknown, back: string | undefined): Response {
    const { kind, message: words, providerMessage } = asFailure(error);
    const status = FAILURE_STATUS[kind];
    if (isServerError(status)) app.log.error({ err: error }, "connecting failed");
    const outcome = error instanceof StateRefusal ? "state" : "provider";
    return respondRefused({ status, title: "Not connected", words, providerMessage, outcome }, back);
  }
}

/** The result, for the page that opened this one or that it leads back to. */
type Outcome = "denied" | "state" | "provider";
type Refused = { status: number; title: string; words: string; providerMessage?: string | undefined; outcome: Outcome };

/** Shows the reason, and reports it to the page that opened this window; in the same window it shows a link back. */
function respondRefused(
  { status, title, words, providerMessage, outcome }: Refused,
  back: string | undefined,
): Response {
  const providerNote = providerMessage === undefined ? "" : html`<p>The provider responded: ${providerMessage}</p>`;
  const way =
    back === undefined ? "" : html`<p><a href="${withQuery(back, "refused", outcome)}">Go back to Formulary</a></p>`;
  return page(status, title, html`<p>${words}</p>${providerNote}${way}`, {
    formulary: "refused",
    outcome,
    words,
    providerMessage,
  });
}

/** A path of ours with an additional parameter. */
function withQuery(path: string, name: string, value: string): string {
  const url = new URL(path, "https://here.invalid");
  url.searchParams.set(name, value);
  return `${url.pathname}${url.search}`;
}

type Values = Record<string, string>;
type ProviderGrant =
  | { refused?: undefined; values: Values }
  | { refused: string; status: number; words: string; outcome: Outcome };

/** The parameters from the provider; refuses parameters that cannot be a response (F02). */
function readGrant(query: URLSearchParams): ProviderGrant {
  const names = [...query.keys()];
  const invalid = (words: string): ProviderGrant => ({
    refused: "Not connected",
    status: 400,
    outcome: "provider",
    words,
  });
  if (new Set(names).size < names.length) return invalid("The provider's response contains a parameter twice.");
  const values: Values = Object.fromEntries(query);
  if (Object.values(values).some((value) => value.length > MAX_VALUE))
    return invalid("The provider's response is too long.");
  const { error, error_description: description, code, oauth_token: token, denied, state } = values;
  if (error !== undefined && code !== undefined)
    return invalid("The provider's response contains both a code and an error.");
  if (error !== undefined || denied !== undefined)
    return {
      status: 200,
      refused: "Access was not granted",
      outcome: denied !== undefined || error === "access_denied" ? "denied" : "provider",
      words: cutText(description ?? error ?? "Access was denied.", 300),
    };
  if (code === undefined && token === undefined) return invalid("The provider's response contains no code.");
  if (code !== undefined && state === undefined) return invalid("The provider's response contains no state.");
  return { values };
}

/** Shows the values for an application that uses our address, for a person to copy. */
function showGrant({ code, state, oauth_token: token, oauth_verifier: verifier }: Values): Response {
  const shown = { code, state, oauth_token: token, oauth_verifier: verifier };
  const rows = Object.entries(shown).flatMap(([name, value]) =>
    value === undefined ? [] : [html`<dt>${name}</dt><dd><code>${value}</code></dd>`],
  );
  const content = html`<p>Access was granted. Copy these values to the application that requested them. They work once, for a short
    time.</p><dl>${rows}</dl>`;
  return page(200, "Access granted", content, { formulary: "granted", ...shown });
}

/** Notifies the page that opened this one, if it has our origin. */
const SCRIPT =
  'const grant = document.getElementById("grant"); if (grant && window.opener) window.opener.postMessage(JSON.parse(grant.textContent), location.origin);';
const SCRIPT_HASH = createHash("sha256").update(SCRIPT).digest("base64");
const STYLE =
  "body{font:16px/1.5 system-ui;max-width:40rem;margin:4rem auto;padding:0 1rem}code{word-break:break-all}dd{margin:0 0 1rem}";
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

function page(status: number, title: string, content: unknown, message?: Record<string, unknown>): Response {
  const data =
    message &&
    raw(`<script type="application/json" id="grant">${JSON.stringify(message).replaceAll("<", "\\u003c")}</script>`);
  const document = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · Formulary</title><style>${raw(STYLE)}</style></head>
<body><main><h1>${title}</h1>${content}</main>${data ?? ""}<script>${raw(SCRIPT)}</script></body>
</html>`;
  return new Response(String(document), {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "content-security-policy": `default-src 'none'; script-src 'sha256-${SCRIPT_HASH}'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
    },
  });
}
