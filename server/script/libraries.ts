const LIBRARIES = ["lodash", "lodash/fp", "moment", "util"];
const CONNECTED = ["http", "https"];
const FUNCTION_OF_LODASH = /^lodash(\/fp)?\/\w+$/;

/** Whether a script may require the module; hooks may send requests (`mayCall`), scripts of formulas may not. */
export const isLibrary = (module: string, { mayCall }: { mayCall: boolean }): boolean =>
  LIBRARIES.includes(module) || FUNCTION_OF_LODASH.test(module) || (mayCall && CONNECTED.includes(module));
