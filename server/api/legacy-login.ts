import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { html, raw } from "hono/html";
import { clientOf } from "#server/client-address.ts";
import { type App, actingAs } from "#server/context.ts";
import { FAILURE_STATUS, Failure, isServerError } from "#server/errors.ts";
import { identifySession } from "#server/services/account/identify-caller.ts";
import { readSecrets } from "#server/services/account/read-secrets.ts";
import { signIn } from "#server/services/account/sign-in.ts";
import { readBytes } from "./body.ts";
import { asFailure } from "./failures.ts";

const LOGIN = "/elements/j_spring_security_check";
const LOGIN_PAGE = "/elements/jsp/login.jsp";
const SECRETS = "/elements/api-v1/ui/getSecrets";
const COOKIE = "JSESSIONID";
const MAX_BYTES = 16 * 1024;

/** The paths below `/elements/` that belong to the legacy login. */
export const isLegacyLogin = (url: string): boolean =>
  [LOGIN, LOGIN_PAGE, SECRETS].some((path) => url === path || url.startsWith(`${path}?`) || url.startsWith(`${path};`));

/**
 * The login of older clients: a form with name and password returns a cookie, which gives access to the two secrets.
 * The cookie is of the same kind as the token of POST /authentication, and is valid for nothing else.
 */
export function createLegacyLogin(app: App) {
  const login = new Hono<{ Bindings: { incoming?: IncomingMessage } }>();
  const isSecure = app.env.PUBLIC_URL.startsWith("https:");
  const cookie = { path: "/elements", httpOnly: true, sameSite: "Strict", secure: isSecure } as const;

  login.post(LOGIN, async (c) => {
    try {
      const form = new URLSearchParams(new TextDecoder().decode(await readBytes(c.req.raw, MAX_BYTES)));
      const [username = "", password = ""] = ["j_username", "j_password"].map((name) => form.get(name) ?? "");
      const { token } = await signIn(
        { ...app, requestId: randomUUID() },
        {
          username,
          password,
          clientAddress: clientOf(c.env?.incoming, app.env.TRUST_PROXY),
        },
      );
      setCookie(c, COOKIE, token, cookie);
      return c.text("Signed in.", 200, NO_STORE);
    } catch (error) {
      const { kind, message, headers } = failureOf(error);
      deleteCookie(c, COOKIE, cookie);
      if (kind === "unauthorized") return c.redirect(`${LOGIN_PAGE}?login_error=1`);
      return new Response(message, { status: FAILURE_STATUS[kind], headers: { ...headers, ...NO_STORE } });
    }
  });

  login.get(LOGIN_PAGE, (c) => page(c.req.query("login_error") !== undefined));

  login.get(SECRETS, async (c) => {
    const requestId = crypto.randomUUID();
    try {
      const token = getCookie(c, COOKIE);
      const caller = token === undefined ? null : await identifySession(app, token);
      if (!caller) throw new Failure("unauthorized", `There is no session. Sign in with POST ${LOGIN}.`);
      const { userSecret, organizationSecret } = await readSecrets({ ...app, ...actingAs(app, caller), requestId });
      return c.json({ user: userSecret, company: organizationSecret }, 200, NO_STORE);
    } catch (error) {
      const { kind, message, headers } = failureOf(error);
      return Response.json(
        { message, requestId },
        { status: FAILURE_STATUS[kind], headers: { ...headers, ...NO_STORE } },
      );
    }
  });

  login.all("*", (c) => c.json({ message: "No resource exists at this path." }, 404));
  return login;

  function failureOf(error: unknown): Failure {
    const failure = asFailure(error);
    if (isServerError(FAILURE_STATUS[failure.kind])) app.log.error({ err: error }, "a legacy login failed");
    return failure;
  }
}

const NO_STORE = { "cache-control": "no-store" };

const STYLE = "body{font:16px/1.5 system-ui;max-width:24rem;margin:4rem auto;padding:0 1rem}label,input{display:block}";
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

function page(isWrong: boolean): Response {
  const alert = isWrong ? html`<p role="alert">Login error: the user name or the password is wrong.</p>` : "";
  const document = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign in · Formulary</title><style>${raw(STYLE)}</style></head>
<body><main><h1>Sign in</h1>${alert}<form method="post" action="${LOGIN}">
<label>E-mail<input name="j_username" type="email" autocomplete="username" required></label>
<label>Password<input name="j_password" type="password" autocomplete="current-password" required></label>
<button>Sign in</button></form></main></body>
</html>`;
  return new Response(String(document), {
    headers: {
      ...NO_STORE,
      "content-type": "text/html; charset=utf-8",
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "content-security-policy": `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    },
  });
}
