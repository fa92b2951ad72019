import { isCredentialHeader } from "./redact.ts";

/** Names of headers and query parameters whose values are credentials. A signature is none: it fits one body only. */
const CREDENTIAL = /token|secret|password|passwd|authorization|cookie|api[-_]?key|credential/i;

/** Whether a header or query parameter has a credential, by its name. */
export const isCredentialName = (name: string): boolean => CREDENTIAL.test(name) || isCredentialHeader(name);
