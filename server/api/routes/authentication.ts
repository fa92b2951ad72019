import { changeApplicationUser, readApplicationUser } from "#server/services/account/application-user.ts";
import { readSecrets } from "#server/services/account/read-secrets.ts";
import { setOwnPassword } from "#server/services/account/set-password.ts";
import { signIn } from "#server/services/account/sign-in.ts";
import * as contract from "../endpoints/authentication.ts";
import { route } from "../route.ts";

const PASSWORD = "elements-user-password";
const NEW_PASSWORD = "elements-user-newpassword";

export const authenticationRoutes = [
  route(contract.authenticate, (ctx, { body, clientAddress }) => signIn(ctx, { ...body, clientAddress })),
  route(contract.readSecrets, (ctx) => readSecrets(ctx)),
  route(contract.setOwnPassword, (ctx, { body }) => setOwnPassword(ctx, body.password)),
  route(contract.readApplicationUser, (ctx, { params, headers, clientAddress }) =>
    readApplicationUser(ctx, { ...params, password: headers[PASSWORD], clientAddress }),
  ),
  ...[contract.changeApplicationUser, contract.resetApplicationPassword].map((endpoint) =>
    route(endpoint, (ctx, { params, headers, clientAddress }) =>
      changeApplicationUser(ctx, {
        ...params,
        password: headers[PASSWORD],
        newPassword: headers[NEW_PASSWORD],
        clientAddress,
      }),
    ),
  ),
];
