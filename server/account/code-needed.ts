/** The beginning of a sign-in error if the password is right and the code of the second factor is missing or wrong. */
export const CODE_NEEDED = "Code needed: ";
