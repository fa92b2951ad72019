import { initTRPC } from "@trpc/server";
import { ZodError } from "zod";
import type { Caller } from "#server/account/caller.ts";
import { type App, actingAs, type Context } from "#server/context.ts";
import { FAILURE_STATUS, Failure } from "#server/errors.ts";
import { requireDesigner } from "#server/services/account/require-role.ts";
import { asFailure, invalid } from "../failures.ts";
import "#server/validation-messages.ts";

/** One request of a screen, with the token of its session. `replyHeaders` are sent with the response. */
export type ScreenRequest = {
  app: App;
  caller: Caller | null;
  sessionToken: string | undefined;
  requestId: string;
  clientAddress: string;
  replyHeaders: Headers;
};

export type ProcedureMeta = {
  /** False for changes that may happen twice, and for responses with secrets of a second factor (`once`). */
  storesResponse?: boolean;
  /** Viewers may send it although it is a mutation: it concerns themselves alone, or changes nothing. */
  forViewers?: boolean;
};

/** Converts errors for screens; the REST API has its own conversion. */
const t = initTRPC
  .context<ScreenRequest>()
  .meta<ProcedureMeta>()
  .create({
    errorFormatter({ shape, error, ctx }) {
      const { kind, reason, entries, sentences, message, providerMessage } = failureIn(error);
      const data = {
        kind,
        reason,
        entries,
        sentences,
        status: FAILURE_STATUS[kind],
        requestId: ctx?.requestId,
        providerMessage,
        path: shape.data.path,
      };
      return { ...shape, message, data };
    },
  });

export const { router } = t;

/** A procedure that needs no session, for holders of a link. `signedIn` is the user of the session, if there is one. */
export const anybody = t.procedure.use(({ ctx: { app, caller: signedIn, requestId, replyHeaders }, next }) =>
  next({ ctx: { ...app, signedIn, requestId, replyHeaders } }),
);

/** A procedure that is also for users who have to set up a second factor before they may do anything else. */
export const enrolling = t.procedure.use(({ ctx: { app, caller, requestId, clientAddress, replyHeaders }, next }) => {
  if (!caller) throw new Failure("unauthorized", "Your session has ended. Sign in again.");
  const ctx: Context & { replyHeaders: Headers } = {
    ...app,
    ...actingAs(app, caller),
    requestId,
    clientAddress,
    replyHeaders,
  };
  return next({ ctx });
});

/** A procedure for signed-in users; services receive the same context as from the REST API. */
export const signedIn = enrolling.use(({ ctx, type, meta, next }) => {
  if (ctx.caller.needsSecondFactor)
    throw new Failure("forbidden", "Your organization requires two-factor authentication. Set it up first.", {
      reason: "secondFactorNeeded",
    });
  if (type === "mutation" && !meta?.forViewers) requireDesigner(ctx);
  return next();
});

/** For mutations that viewers may send. */
export const forViewers = signedIn.meta({ forViewers: true });

/** For changes that may happen twice: they create, start and send nothing, or replace what the first one did. */
export const repeatable = signedIn.meta({ storesResponse: false });

/** tRPC wraps thrown errors; its own errors are about the request. */
export function failureIn(error: { cause?: unknown; code: string; message: string }): Failure {
  if (error.cause instanceof ZodError) return invalid(error.cause, "input");
  if (error.cause !== undefined) return asFailure(error.cause);
  if (error.code === "NOT_FOUND") return new Failure("notFound", error.message);
  return error.code === "INTERNAL_SERVER_ERROR" ? asFailure(error) : new Failure("badRequest", error.message);
}
