import { readSecrets } from "#server/services/account/read-secrets.ts";
import { readUser } from "#server/services/account/read-user.ts";
import { signIn } from "#server/services/account/sign-in.ts";
import * as contract from "../contract/account.ts";
import { route } from "../route.ts";

export const accountRoutes = [
  route(contract.authenticate, (ctx, { body }) => signIn(ctx, body)),
  route(contract.readSecrets, (ctx) => readSecrets(ctx)),
  route(contract.readUser, (ctx, { params: { emailOrId }, headers }) =>
    readUser(ctx, { emailOrId, password: headers["elements-user-password"] }),
  ),
];
