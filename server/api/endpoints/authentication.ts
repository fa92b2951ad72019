import { z } from "zod";
import { changeApplicationUser, readApplicationUser } from "#server/services/account/application-user.ts";
import { readSecrets } from "#server/services/account/read-secrets.ts";
import { setOwnPassword } from "#server/services/account/set-password.ts";
import { signIn } from "#server/services/account/sign-in.ts";
import { endpoint } from "../endpoint.ts";
import { authenticatedUser, password, user } from "../records/user.ts";

const shared = { tags: ["Authentication"], bodyLimit: 16 * 1024 } as const;

const params = z.object({ email: z.string().min(1).max(320) });
const code = z
  .string()
  .max(100)
  .optional()
  .meta({ description: "The code of the authenticator app or a recovery code, if two-factor authentication is on." });
const current = { "elements-user-password": z.string().max(1024).optional(), "elements-user-code": code };
const both = z.object({ ...current, "elements-user-newpassword": password });

const PASSWORD = "elements-user-password";
const CODE = "elements-user-code";
const NEW_PASSWORD = "elements-user-newpassword";

export const authenticationEndpoints = {
  authenticate: endpoint({
    ...shared,
    method: "POST",
    path: "/authentication",
    auth: "none",
    summary: "Sign in",
    description:
      "Returns a token that is valid for eight hours. After five wrong passwords within a minute, sign-ins with that name are rejected for one minute (429).",
    body: z.object({ username: z.string().min(1).max(320), password: z.string().min(1).max(1024), code }),
    reply: authenticatedUser,
    handle: (ctx, { body, clientAddress, request }) =>
      signIn(ctx, { ...body, clientAddress, userAgent: request.headers.get("user-agent") ?? undefined }),
  }),

  readSecrets: endpoint({
    ...shared,
    method: "GET",
    path: "/authentication/secrets",
    auth: "bearer",
    summary: "Get your own secrets",
    description:
      "Returns the User and Organization secrets that authenticate all other requests. Each read is recorded in the audit log.",
    reply: z.object({ userSecret: z.string(), organizationSecret: z.string() }).meta({ id: "Secrets" }),
    handle: (ctx) => readSecrets(ctx),
  }),

  setOwnPassword: endpoint({
    ...shared,
    method: "POST",
    path: "/authentication/passwords",
    forViewers: true,
    auth: "platform",
    summary: "Set your own password",
    description:
      "The password must meet the password policy of the organization. Sessions that used the previous password are signed out.",
    body: z.object({ password }),
    reply: authenticatedUser,
    handle: (ctx, { body }) => setOwnPassword(ctx, body.password),
  }),

  readApplicationUser: endpoint({
    ...shared,
    method: "GET",
    path: "/applications/users/{email}",
    auth: "none",
    summary: "Get a user with their password",
    description:
      "Send the user's password in the header elements-user-password. The response contains the secrets. Wrong passwords count as failed sign-ins.",
    alsoRefuses: [401, 429],
    params,
    headers: z.object(current),
    reply: user,
    handle: (ctx, { params, headers, clientAddress }) =>
      readApplicationUser(ctx, { ...params, password: headers[PASSWORD], code: headers[CODE], clientAddress }),
  }),

  changeApplicationUser: endpoint({
    ...shared,
    method: "PUT",
    path: "/applications/users/{email}",
    auth: "none",
    summary: "Change a password",
    description:
      "Send the current password in the header elements-user-password and the new password in elements-user-newpassword.",
    alsoRefuses: [401, 429],
    params,
    headers: both,
    reply: user,
    handle: (ctx, { params, headers, clientAddress }) =>
      changeApplicationUser(ctx, {
        ...params,
        password: headers[PASSWORD],
        code: headers[CODE],
        newPassword: headers[NEW_PASSWORD],
        clientAddress,
      }),
  }),

  resetApplicationPassword: endpoint({
    ...shared,
    method: "PUT",
    path: "/applications/users/{email}/password/reset",
    auth: "none",
    summary: "Change a password, even if it has expired",
    alsoRefuses: [401, 429],
    params,
    headers: both,
    reply: user,
    handle: (ctx, { params, headers, clientAddress }) =>
      changeApplicationUser(ctx, {
        ...params,
        password: headers[PASSWORD],
        code: headers[CODE],
        newPassword: headers[NEW_PASSWORD],
        clientAddress,
      }),
  }),
};
