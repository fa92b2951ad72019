/** The open overlay of the page. */
export type Overlay = "palette" | "shortcuts" | "secrets" | "invite" | "messages" | null;
