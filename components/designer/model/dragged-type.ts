/** The data of a palette entry while it is dragged onto the canvas. */
export const DRAGGED_TYPE = "application/x-formulary-step";
