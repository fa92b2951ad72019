import { z } from "zod";

const address = z.email().max(320);

/** Whether a text is an e-mail address: login names need not be, and mail is sent to no other. */
export const isEmailAddress = (text: string): boolean => address.safeParse(text).success;
