import { fileNameParameter } from "#server/element/provider/file-disposition.ts";

/** The header that makes a response a file of this name. */
export const attachment = (name: string): Record<string, string> => ({
  "content-disposition": `attachment; ${fileNameParameter(name)}`,
});
