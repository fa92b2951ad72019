import { config } from "zod/v4/core";

/** Compiling validators needs `eval`, which our pages may not use; even to try it is reported as a violation. */
config({ jitless: true });
