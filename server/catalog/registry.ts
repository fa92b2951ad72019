import type { CatalogElement } from "./definition.ts";
import { demoaccounting } from "./demo/demoaccounting.ts";
import { demobeacon } from "./demo/demobeacon.ts";
import { democrm } from "./demo/democrm.ts";
import { demodatabase } from "./demo/demodatabase.ts";
import { demodocuments } from "./demo/demodocuments.ts";
import { demoerp } from "./demo/demoerp.ts";
import { demohelpdesk } from "./demo/demohelpdesk.ts";
import { demohr } from "./demo/demohr.ts";
import { demomail } from "./demo/demomail.ts";
import { demomarketing } from "./demo/demomarketing.ts";
import { demosoap } from "./demo/demosoap.ts";
import { demosocial } from "./demo/demosocial.ts";
import { PROVIDER_URL } from "./demo/provider-url.ts";
import { github } from "./public/github.ts";
import { googledrive } from "./public/googledrive.ts";
import { hubspot } from "./public/hubspot.ts";
import { jira } from "./public/jira.ts";
import { mailchimp } from "./public/mailchimp.ts";
import { salesforce } from "./public/salesforce.ts";
import { shopify } from "./public/shopify.ts";
import { slack } from "./public/slack.ts";
import { stripe } from "./public/stripe.ts";
import { zendesk } from "./public/zendesk.ts";

/** The most popular providers: an instance works as soon as somebody enters credentials. */
export const PUBLIC_ELEMENTS: readonly CatalogElement[] = [
  hubspot,
  salesforce,
  zendesk,
  stripe,
  github,
  slack,
  googledrive,
  shopify,
  jira,
  mailchimp,
];

/** Elements of the demo provider (server/demo-provider). */
export const DEMO_ELEMENTS: readonly CatalogElement[] = [
  democrm,
  demobeacon,
  demosocial,
  demohelpdesk,
  demomarketing,
  demoaccounting,
  demoerp,
  demodocuments,
  demomail,
  demohr,
  demosoap,
  demodatabase,
];

/**
 * The catalog of an installation: the public providers and, if there is a demo provider, the elements that use it
 * (`demoProviderUrl`, such as `http://localhost:3100`).
 */
export function catalogFor({ demoProviderUrl }: { demoProviderUrl: string | undefined }): CatalogElement[] {
  const elements = demoProviderUrl === undefined ? PUBLIC_ELEMENTS : [...DEMO_ELEMENTS, ...PUBLIC_ELEMENTS];
  const filled = JSON.stringify(elements).replaceAll(PROVIDER_URL, demoProviderUrl?.replace(/\/$/, "") ?? "");
  return (JSON.parse(filled) as CatalogElement[]).map(({ elementMetadata, ...element }, index) => ({
    ...element,
    elementMetadata: { ...elementMetadata, displayOrder: index + 1 },
  }));
}

/** The catalog of an installation by its settings. */
export const catalogOf = ({ DEMO, DEMO_PROVIDER_PORT }: { DEMO: boolean; DEMO_PROVIDER_PORT: number }) =>
  catalogFor({ demoProviderUrl: DEMO ? `http://localhost:${DEMO_PROVIDER_PORT}` : undefined });
