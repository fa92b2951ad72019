import { z } from "zod";

/**
 * Providers that send the text "true", or nothing, have not verified the address in the sense of OpenID Connect Core
 * §5.1.
 */
const verified = z.object({ email: z.string().min(1), email_verified: z.literal(true) });

/** The e-mail address in an OpenID Connect provider's claims, if the provider has verified it. */
export const verifiedEmail = (claims: unknown): string | undefined => verified.safeParse(claims).data?.email;
