/** Fields by name, in the form of an OpenAPI 2.0 schema. */
export type Properties = Record<string, Property>;
export type Property = {
  type: string;
  format?: string;
  description?: string;
  items?: { type: string; properties?: Properties };
  properties?: Properties;
};

export const text = (description: string): Property => ({ type: "string", description });
export const whole = (description: string): Property => ({ type: "integer", format: "int64", description });
export const number = (description: string): Property => ({ type: "number", format: "double", description });
export const flag = (description: string): Property => ({ type: "boolean", description });
export const date = (description: string): Property => ({ type: "string", format: "date", description });
export const dateTime = (description: string): Property => ({ type: "string", format: "date-time", description });
export const group = (description: string, properties: Properties): Property => ({
  type: "object",
  description,
  properties,
});
export const texts = (description: string): Property => ({ type: "array", description, items: { type: "string" } });
export const groups = (description: string, properties: Properties): Property => ({
  type: "array",
  description,
  items: { type: "object", properties },
});
