/** What is open over the page. */
export type Overlay = "palette" | "shortcuts" | "secrets" | "invite" | "messages" | null;
