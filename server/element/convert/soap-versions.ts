export type SoapVersion = {
  /** The namespace of its bindings in a WSDL. */
  binding: string;
  /** The namespace of its envelopes. */
  envelope: string;
  /** The headers of a request. */
  headers: (action: string) => Record<string, string>;
};

export const SOAP_11: SoapVersion = {
  binding: "http://schemas.xmlsoap.org/wsdl/soap/",
  envelope: "http://schemas.xmlsoap.org/soap/envelope/",
  headers: (action) => ({
    "Content-Type": "text/xml; charset=utf-8",
    Accept: "text/xml",
    SOAPAction: `"${action}"`,
  }),
};

const SOAP_12: SoapVersion = {
  binding: "http://schemas.xmlsoap.org/wsdl/soap12/",
  envelope: "http://www.w3.org/2003/05/soap-envelope",
  headers: (action) => ({
    "Content-Type": `application/soap+xml; charset=utf-8${action === "" ? "" : `; action="${action}"`}`,
    Accept: "application/soap+xml",
  }),
};

/** The best first: a service with bindings of both is called with SOAP 1.1. */
export const SOAP_VERSIONS: readonly SoapVersion[] = [SOAP_11, SOAP_12];
