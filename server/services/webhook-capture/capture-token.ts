import { newSecret } from "../account/secrets.ts";

const PREFIX = "whc_";

/** The token in the address of a capture: whoever knows it can send the one request that is captured. */
export const newCaptureToken = (): string => `${PREFIX}${newSecret()}`;

/** Such tokens in a text, by their prefix: the path of a request is logged, its token is not. */
export const CAPTURE_TOKENS = /\bwhc_[\w-]+/g;
