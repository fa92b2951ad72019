import { config } from "zod/v4/core";

/** Compiling validators requires `eval`, which our CSP forbids; even an attempt is reported as a violation. */
config({ jitless: true });
