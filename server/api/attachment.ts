/** The header that makes a response a file of this name. */
export const attachment = (name: string): Record<string, string> => ({
  "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name.slice(-200)).replaceAll(/['()*]/g, "_")}`,
});
