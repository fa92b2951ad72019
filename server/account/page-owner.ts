/** The header in which the requests of a page say for whom it was made. */
export const PAGE_OWNER = "x-page-owner";

/** Identifies a user, also among those of other cells. */
export const ownerOf = ({ id, email }: { id: string; email: string }): string => `${id} ${email}`;

/** The owner as the value of the header, which has only ASCII. */
export const ownerHeader = (owner: string): string => encodeURIComponent(owner);

/** Whether a page, by its header, was made for the user of the session; other clients send none. */
export const isOwnedBy = (header: string | null | undefined, session: { id: string; email: string }): boolean =>
  header == null || header === ownerHeader(ownerOf(session));

/** Why a page of another user gets nothing. */
export const OTHER_USER = "Another user is now signed in in this browser. Reload the page.";
