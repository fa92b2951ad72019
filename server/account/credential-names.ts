import { MASK } from "./mask.ts";
import { isCredentialHeader } from "./redact.ts";

/** Names of headers and query parameters whose values are credentials. A signature is none: it fits one body only. */
const CREDENTIAL = /token|secret|password|passwd|authorization|cookie|api[-_]?key|credential/i;

/** Whether a header or query parameter has a credential, by its name. */
export const isCredentialName = (name: string): boolean => CREDENTIAL.test(name) || isCredentialHeader(name);

/** An address as it is shown, without a password and the credentials in its query. */
export const shownAddress = (address: string): string =>
  address
    .replace(/^([a-z][\w+.-]*:\/\/)[^/?#@]*@/i, `$1${MASK}@`)
    .replace(/(?<=[?&])([^=&#]*)=[^&#]+/g, (whole, name: string) =>
      isCredentialName(decoded(name)) ? `${name}=${MASK}` : whole,
    );

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
