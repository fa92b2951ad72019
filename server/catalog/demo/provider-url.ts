/** A placeholder for the demo provider's URL in definitions of demo elements; filled when the catalog is installed. */
export const PROVIDER_URL = "{{demo.provider.url}}";
