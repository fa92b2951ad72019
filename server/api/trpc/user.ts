import { z } from "zod";
import { ROLES } from "#server/account/roles.ts";
import { resetSecondFactor } from "#server/services/second-factor/turn-off.ts";
import { endSessionsOfUser } from "#server/services/session/end-sessions.ts";
import { changeUser, deleteUser } from "#server/services/user/change-user.ts";
import { searchUsers } from "#server/services/user/search-users.ts";
import { setUserRole } from "#server/services/user/set-user-role.ts";
import { userEndpoints as endpoints } from "../endpoints/user.ts";
import { password } from "../records/user.ts";
import { id, inputOf } from "./inputs.ts";
import { pageRequest, searched } from "./lists.ts";
import { router, signedIn } from "./trpc.ts";

const one = inputOf(endpoints.deleteUser);

export const user = router({
  list: signedIn
    .input(
      searched.extend({
        accountId: id.optional(),
        roleKey: z.enum(ROLES.map(({ key }) => key)).optional(),
        active: z.boolean().optional(),
      }),
    )
    .query(({ ctx, input: { accountId, roleKey, active, ...list } }) =>
      searchUsers(ctx, { ...pageRequest(list), accountId, roleKey, active }),
    ),
  setRole: signedIn.input(inputOf(endpoints.grantUserRole)).mutation(({ ctx, input }) => setUserRole(ctx, input)),
  switch: signedIn.input(one.extend({ on: z.boolean() })).mutation(async ({ ctx, input: { emailOrId, on } }) => {
    const { active } = await changeUser(ctx, { address: { emailOrId }, changes: { active: on, profile: {} } });
    return { active };
  }),
  setPassword: signedIn.input(one.extend({ password })).mutation(async ({ ctx, input: { emailOrId, password } }) => {
    await changeUser(ctx, { address: { emailOrId }, changes: { password, profile: {} } });
  }),
  signOut: signedIn.input(one).mutation(({ ctx, input }) => endSessionsOfUser(ctx, input.emailOrId)),
  resetSecondFactor: signedIn.input(one).mutation(({ ctx, input }) => resetSecondFactor(ctx, input.emailOrId)),
  remove: signedIn.input(one).mutation(({ ctx, input }) => deleteUser(ctx, input)),
});
