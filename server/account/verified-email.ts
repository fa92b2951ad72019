import { z } from "zod";

/** Providers that send the text "true", or nothing, have not verified it in the sense of OpenID Connect Core §5.1. */
const verified = z.object({ email: z.string().min(1), email_verified: z.literal(true) });

/** The e-mail address in the claims of an OpenID Connect provider, if the provider has verified it. */
export const verifiedEmail = (claims: unknown): string | undefined => verified.safeParse(claims).data?.email;
