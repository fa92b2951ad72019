import { createTransport } from "nodemailer";
import parseAddresses from "nodemailer/lib/addressparser";
import type { SMTPTransportGetSocket } from "nodemailer/lib/smtp-transport";
import { isEmailAddress } from "#server/account/email-address.ts";
import { Failure } from "#server/errors.ts";
import type { Mailer } from "#server/ports.ts";
import type { Egress } from "./egress/egress.ts";
import { reasonOf } from "./egress/failures.ts";

/** Characters that turn the direction of the text after them, also of a program that shows the subject or a link. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

const TIMEOUTS = { greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Sends plain text mail through the relay of SMTP_URL, `smtp[s]://[user:password@]host[:port][?from=address]`; null
 * without one. The sender defaults to the user, if that is an address, else to one at the domain of the relay or the product. Plain connections are upgraded to TLS if the relay offers it. The relay may be private: SMTP_URL permits
 * it for mail only, while EGRESS_ALLOW would permit it to every formula.
 * `send` resolves when the relay accepted the message for at least one recipient. Failures: `unprocessable` if the
 * refusal is permanent, `badGateway` if a retry may succeed. Throws an Error of one line if SMTP_URL is invalid.
 */
export function createMailer(
  smtpUrl: string | undefined,
  egress: Pick<Egress, "connectTo">,
  publicUrl = "http://localhost",
): Mailer {
  if (!smtpUrl) return null;
  const { host, port, secure, auth, from } = parseSmtpUrl(smtpUrl, publicUrl);
  const connect = egress.connectTo(`${host.includes(":") ? `[${host}]` : host}:${port}`);
  const getSocket: SMTPTransportGetSocket = (_options, callback) => {
    connect({ host, port, tls: secure }).then(
      (connection) => callback(null, { connection, secured: secure }),
      (error) => callback(error, false),
    );
  };
  const transport = createTransport({
    host,
    port,
    secure,
    auth,
    ...TIMEOUTS,
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket,
  });

  return {
    async send({ to, subject, body }) {
      if (/[\r\n]/.test(to)) throw new Failure("unprocessable", "to: an address contains a line break.");
      const recipients = parseAddresses(to, { flatten: true }).filter(({ address }) => isEmailAddress(address));
      if (recipients.length === 0) throw new Failure("unprocessable", "to: contains no e-mail address.");
      try {
        await transport.sendMail({
          from,
          to: recipients,
          subject: subject.replaceAll(TURNING, ""),
          text: body.replaceAll(TURNING, ""),
        });
      } catch (error) {
        throw error instanceof Failure ? error : asFailure(error);
      }
    },
  };
}

function parseSmtpUrl(text: string, publicUrl: string) {
  const url = URL.parse(text);
  const secure = url?.protocol === "smtps:";
  if (!url?.hostname || (!secure && url.protocol !== "smtp:")) {
    throw new Error("SMTP_URL: must be smtp[s]://[user:password@]host[:port]");
  }
  const user = decodeURIComponent(url.username);
  const host = hostIn(url);
  const sender = user.includes("@") ? user : `formulary@${domainOf([host, hostIn(new URL(publicUrl))])}`;
  const given = url.searchParams.get("from");
  if (given !== null && !parseAddresses(given, { flatten: true }).some(({ address }) => /.@./.test(address)))
    throw new Error("SMTP_URL: from must be an e-mail address");
  return {
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    auth: user ? { user, pass: decodeURIComponent(url.password) } : undefined,
    from: given ?? `Formulary <${sender}>`,
  };
}

const hostIn = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, "$1");

/** The first host that is a name: an IP address is no domain of an e-mail address. */
const domainOf = (hosts: readonly string[]): string => hosts.find((host) => !/^[\d.]+$|:/.test(host)) ?? "localhost";

/** The relay's message is kept separate; the library's may quote what was sent. */
function asFailure(error: unknown): Failure {
  const { code, responseCode, response } = error as { code?: string; responseCode?: number; response?: string };
  const providerMessage = response?.slice(0, 2000);
  const refused = code === "EAUTH" ? "the user or the password in SMTP_URL" : "the message";
  return responseCode && responseCode >= 500
    ? new Failure("unprocessable", `The mail server refused ${refused} (${responseCode}).`, {
        providerMessage,
        cause: error,
      })
    : new Failure("badGateway", `The mail server did not accept the message: ${responseCode ?? reasonOf(error)}.`, {
        providerMessage,
        cause: error,
      });
}
