import { isCredentialName } from "./credential-names.ts";
import { MASK } from "./mask.ts";

/** Parameters by which receivers recognize who calls them, such as `sig` and `code` of Azure, and `key` of Google. */
const OF_CALLERS = /^(?:sig|sign|signature|hmac|hash|code|key|auth|access|pass|pwd|pin|sid|session)$/i;

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

/** Whether nobody can guess a text: it has a UUID, or 16 letters and digits without a break. */
const isUnguessable = (text: string): boolean =>
  UUID.test(text) ||
  text.split(/[^a-z\d]+/i).some((part) => part.length >= 16 && /\d/.test(part) && /[a-z]/i.test(part));

/**
 * An address that receives callbacks as it is shown: without a password, credentials in its query, and parts of its path
 * that nobody can guess: the addresses of Slack and others let everybody who knows them send messages.
 */
export const shownAddress = (address: string): string => replaced(address, () => MASK);

/** The credentials in an address that receives callbacks, as they are written there. */
export function credentialsInAddress(address: string): string[] {
  const found: string[] = [];
  replaced(address, (credential) => {
    found.push(credential);
    return MASK;
  });
  return found.filter((credential) => credential !== MASK);
}

function replaced(address: string, hide: (credential: string) => string): string {
  const [, origin = "", path = "", query = "", fragment = ""] =
    /^([a-z][\w+.-]*:\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?(#.*)?$/is.exec(address) ?? [];
  // An e-mail address.
  if (origin === "" && path.includes("@")) return address;
  const segments = path.split("/").map((segment) => (isUnguessable(segment) ? hide(segment) : segment));
  const parameters = query.split("&").map((parameter) => {
    const [, name = "", value = ""] = /^(\??(?:[^=]*=)?)(.*)$/s.exec(parameter) ?? [];
    return value !== "" && isHidden(name, value) ? name + hide(value) : parameter;
  });
  return [origin.replace(/(?<=:\/\/).*(?=@)/s, hide), segments.join("/"), parameters.join("&"), fragment].join("");
}

function isHidden(written: string, value: string): boolean {
  const name = decoded(written.replace(/^\?|=$/g, ""));
  return isCredentialName(name) || OF_CALLERS.test(name) || isUnguessable(value);
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
