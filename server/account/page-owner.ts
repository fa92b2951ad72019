/** The header in which the requests of a page say for whom it was made. */
export const PAGE_OWNER = "x-page-owner";

/** Identifies a user, also among those of other cells. */
export const ownerOf = ({ id, email }: { id: string; email: string }): string => `${id} ${email}`;

/** The owner as the value of the header, which has only ASCII. */
export const ownerHeader = (owner: string): string => encodeURIComponent(owner);
