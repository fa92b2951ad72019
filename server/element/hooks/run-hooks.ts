import { Failure } from "../../errors.ts";
import type { ElementPorts } from "../ports.ts";
import { kindOfStatus, providerFailure } from "../provider/provider-errors.ts";
import { type HookScene, takeIn, variablesFor } from "./hook-variables.ts";

type HookRun = {
  port: ElementPorts["hook"];
  signal: AbortSignal;
  /** Masks credentials in the error of a script. */
  conceal: (text: string) => string;
};

/**
 * Runs the hooks of one stage, each seeing what those before it changed. A hook that fails or hangs ends the call
 * (serverError); `response_error` ends it with the hook's own words once the stage is over.
 */
export async function runHooks(scene: HookScene, { port, signal, conceal }: HookRun): Promise<void> {
  for (const { hook, origin, label, wants } of scene.resource.hooks[scene.stage]) {
    const variables = variablesFor(wants, scene);
    const result = await port({ body: hook.body, isLegacy: hook.isLegacy, variables, origins: "any" }, signal, origin);
    if (!result.ok) {
      const error = conceal(result.error);
      throw new Failure("serverError", `${capital(label)} failed: ${error}`, { providerMessage: error });
    }
    takeIn(result.value, scene);
    if (!scene.continues && scene.stage === "before") break;
  }
  if (scene.refusal !== null) throw refusalOf(scene, scene.refusal, conceal);
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Without a status of its own it is the caller's mistake; the provider's status is not one. */
function refusalOf({ response, hookStatus }: HookScene, message: string, conceal: (text: string) => string): Failure {
  const kind = kindOfStatus(hookStatus ?? 400);
  const providerMessage =
    response && response.body !== undefined ? providerFailure(response, conceal).providerMessage : undefined;
  return new Failure(kind, conceal(message), {
    ...(providerMessage !== undefined && { providerMessage: providerMessage }),
  });
}
