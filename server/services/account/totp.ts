import { Secret, TOTP } from "otpauth";

const PERIOD_SECONDS = 30;
const KEY_BYTES = 20;

type Labels = { issuer: string; label: string };

const totpOf = (key: string, labels?: Labels) =>
  new TOTP({ ...labels, secret: Secret.fromBase32(key), algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS });

/** A new key for an authenticator app (RFC 6238), in Base32. */
export const newTotpKey = (): string => new Secret({ size: KEY_BYTES }).base32;

/** The address that authenticator apps read from a QR code. */
export const totpAddress = (key: string, labels: Labels): string => totpOf(key, labels).toString();

/**
 * The time step of a code, at most one step before or after the time; null if it is wrong. All codes are compared in
 * constant time by the library.
 */
export function stepOfCode(key: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = totpOf(key).validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}

/** The code at a time. */
export const codeAt = (key: string, now: Date): string => totpOf(key).generate({ timestamp: now.getTime() });

/** Without blanks and dashes, which people copy or type. */
export const plainCode = (text: string): string => text.replaceAll(/[\s-]/g, "").toUpperCase();

export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code);

const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;

/** Codes of 80 random bits, each in four groups of four characters. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    (new Secret({ size: RECOVERY_BYTES }).base32.match(/.{4}/g) ?? []).join("-"),
  );
