/** Where the demo provider is, in definitions of demo elements; filled when the catalog is installed. */
export const PROVIDER_URL = "{{demo.provider.url}}";
