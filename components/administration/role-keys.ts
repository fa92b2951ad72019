/** The roles by which users can be filtered, and which administrators can grant. */
export const ROLE_KEYS = ["viewer", "org", "admin", "org-admin"] as const;
