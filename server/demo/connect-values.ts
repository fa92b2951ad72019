import { CREDENTIALS } from "#server/demo-provider/credentials.ts";

const { oauth, oauth1, beacon, helpdesk, mail, erp, hr, soap } = CREDENTIALS;
const byClient = { "oauth.api.key": oauth.clientId, "oauth.api.secret": oauth.clientSecret };

/** The values that a person enters to connect an element of the demo, by its key. */
export const CONNECT_VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  democrm: byClient,
  demobeacon: { username: beacon.apiKey },
  demosocial: { "oauth.api.key": oauth1.consumerKey, "oauth.api.secret": oauth1.consumerSecret },
  demohelpdesk: { username: helpdesk.apiKey },
  demomarketing: byClient,
  demoaccounting: byClient,
  demoerp: { "erp.account": erp.accountId, "erp.key": erp.key, "erp.secret": erp.secret, "location.id": "LIS" },
  demodocuments: byClient,
  demomail: mail,
  demohr: { "hr.company": hr.company, username: hr.key },
  demosoap: { username: soap.username, password: soap.password, "soap.signing.key": soap.signingKey },
};
