export type SwaggerAddress = { host: string; schemes: ("http" | "https")[] };

/** The address of the product as Swagger 2.0 names it. */
export function swaggerAddress(publicUrl: string): SwaggerAddress {
  const { host, protocol } = new URL(publicUrl);
  return { host, schemes: [protocol === "http:" ? "http" : "https"] };
}
