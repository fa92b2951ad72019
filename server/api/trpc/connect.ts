import { z } from "zod";
import {
  beginHostedConnect,
  readHostedConnect,
  submitHostedConnect,
} from "#server/services/connect-session/hosted-connect.ts";
import { ofLink } from "./inputs.ts";
import { anybody, router } from "./trpc.ts";

const filledIn = ofLink.extend({ configuration: z.record(z.string().max(255), z.string().max(10_000)) });

/** The hosted connect page, for customers without a session of the Workbench. */
export const connect = router({
  read: anybody.input(ofLink).query(({ ctx, input }) => readHostedConnect(ctx, input.token)),
  submit: anybody.input(filledIn).mutation(({ ctx, input }) => submitHostedConnect(ctx, input)),
  begin: anybody.input(filledIn).mutation(async ({ ctx, input }) => {
    const { cookie, oauthUrl } = await beginHostedConnect(ctx, input);
    ctx.replyHeaders.append("set-cookie", cookie);
    return { oauthUrl };
  }),
});
