import { newSecret } from "../account/secrets.ts";

const PREFIX = "whc_";

/** The token in the address of a capture: it permits the one request that is captured. */
export const newCaptureToken = (): string => `${PREFIX}${newSecret()}`;

/** Such tokens in the path of a request, by their prefix. */
export const CAPTURE_TOKENS = /\bwhc_[\w-]+/g;
