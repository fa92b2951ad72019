import { z } from "zod";

const address = z.email().max(320);

/** Whether a text is an e-mail address: a login name need not be one, and mail goes to no other. */
export const isEmailAddress = (text: string): boolean => address.safeParse(text).success;
