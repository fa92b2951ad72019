/** From the provider to us, or from us to the provider. */
export type Direction = "fromVendor" | "toVendor";
export type Directions = Readonly<Record<Direction, boolean>>;

export const BOTH: Directions = { fromVendor: true, toVendor: true };
export const NEITHER: Directions = { fromVendor: false, toVendor: false };

/** The directions that the properties of a setting name; what they leave open counts as named. */
export const directionsOf = (properties: Readonly<Record<string, unknown>> | undefined): Directions => ({
  fromVendor: properties?.fromVendor !== false,
  toVendor: properties?.toVendor !== false,
});

export const either = ({ fromVendor, toVendor }: Directions): boolean => fromVendor || toVendor;
