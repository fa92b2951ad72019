import { Failure } from "#server/errors.ts";

/** The error of every request to an instance whose authorization was revoked or has expired. */
export const needsReauthentication = (providerMessage?: string): Failure =>
  new Failure(
    "unauthorized",
    "The authorization for this element instance has expired or been revoked. Re-authenticate the instance.",
    { reason: "authorizationEnded", providerMessage },
  );
