import { MASK } from "#server/account/mask.ts";

/** Fields whose names denote credentials, at providers and here. */
const CREDENTIALS =
  "code_verifier|client_secret|client_assertion|password|refresh_token|access_token|id_token|oauth_token|oauth_token_secret|oauth_verifier";
/** In token requests these are credentials, too; elsewhere they can be anything. */
const OF_GRANTS = `${CREDENTIALS}|code|token|secret`;

const CREDENTIAL = new RegExp(`^(?:${CREDENTIALS})$`, "i");

/** Whether the value of a field is a credential by its name. */
export const isCredentialField = (name: string): boolean => CREDENTIAL.test(name);

/** Masks, in forms, addresses and JSON, the fields that are credentials by their name. */
export function credentialFieldMask({ grants }: { grants: boolean }): (text: string) => string {
  const fields = grants ? OF_GRANTS : CREDENTIALS;
  const masks: [RegExp, string][] = [
    [new RegExp(`(^|[&?])(${fields})=[^&]*`, "gi"), `$1$2=${MASK}`],
    [new RegExp(`("(?:${fields})"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"?`, "gi"), `$1"${MASK}"`],
  ];
  return (text) => masks.reduce((masked, [pattern, by]) => masked.replaceAll(pattern, by), text);
}
