import { describe, expect, test } from "vitest";
import { elementSchema } from "../shape.ts";
import { readSource } from "./read-source.ts";
import { convertFile } from "./registry.ts";

const unused = () => undefined;
const convert = (text: string) => convertFile(readSource(text, { yaml: unused, xml: unused }), "curl");
const URL = "https://api.acme.test/v1/charges";

/** Commands as people write them. Every secret in them contains `SECRET`. */
const COMMANDS: readonly string[] = [
  `curl -su 'sk_live_SECRET123456:' ${URL} -d amount=100`,
  `curl -iu user:SECRET ${URL}`,
  `curl -uuser:SECRET ${URL}`,
  `curl -sSfLuuser:SECRET ${URL}`,
  `curl -sH 'Authorization: Bearer SECRET' ${URL}`,
  `curl -sSH'Authorization: Bearer SECRET' ${URL}`,
  `curl -sb 'sid=SECRET' ${URL}`,
  `curl -sbsid=SECRET ${URL}`,
  `curl -sX POST ${URL} -H 'X-Api-Key: SECRET'`,
  `curl -sSLX POST ${URL} -d SECRET`,
  `curl -ksdtoken=SECRET ${URL}`,
  `curl -sF 'file=@SECRET.txt' ${URL}`,
  `curl -sU proxy:SECRET -x http://SECRET:SECRET@proxy.test:8080 ${URL}`,
  `curl -sA SECRET -e https://SECRET.test -o SECRET.json -w SECRET ${URL}`,
  `curl --aws-sigv4 "aws:amz:us-east-1:s3" --user "AKIA:SECRET" ${URL}`,
  `curl --proto '=https' --tlsv1.2 --url-query token=SECRET ${URL}`,
  `curl --oauth2-bearer SECRET ${URL}`,
  `curl --oauth2-bearer=SECRET ${URL}`,
  `curl --pass SECRET --cert client.pem:SECRET -E client.pem:SECRET --key SECRET.pem ${URL}`,
  `curl --proxy-user a:SECRET --proxy-header 'Authorization: SECRET' --tlspassword SECRET ${URL}`,
  `curl --login-options SECRET --sasl-authzid SECRET --ftp-account SECRET -Q SECRET -t A=SECRET ${URL}`,
  `curl --variable token=SECRET --expand-header 'Authorization: {{token}}' ${URL}`,
  `curl --some-new-token SECRET ${URL}`,
  `curl --some-new-tokenSECRET ${URL}`,
  `curl --some-new-proxy http://SECRET.test ${URL}`,
  `curl --some-new-token eyJhSECRET.eyJzSECRET.SECRETx ${URL}`,
  `curl -WSECRET ${URL}`,
  `curl -W SECRET.test ${URL}`,
  `curl -H Authorization: Bearer SECRET ${URL}`,
  `curl -H Authorization: Bearer abc.SECRET ${URL}`,
  `curl -H SECRET ${URL}`,
  `curl -H 'Bearer SECRET' ${URL}`,
  `curl https://user:SECRET@api.acme.test/v1/charges`,
  `curl https://user:p@SECRET@api.acme.test/v1/charges`,
  `curl https://user:SECRET/x@api.acme.test/v1/charges ${URL}`,
  `curl user:SECRET ${URL}`,
  `curl '${URL}?SECRET12345'`,
  `curl -G ${URL} -d SECRET12345 --data-urlencode SECRET --data-urlencode '=SECRET' --data-urlencode 'q=a&SECRET=1'`,
  `curl -G ${URL} -d '{"password":"SECRET"}'`,
  `curl ${URL} -d SECRET`,
  `curl ${URL} -d 'SECRET&a=1'`,
  `curl ${URL} -d 'c2VjSECRET=='`,
  `curl ${URL} -d 'c2VjSECRET12='`,
  `curl ${URL} -d '%7B%22password%22:%22SECRET%22%7D=1'`,
  `curl ${URL} -H 'Content-Type: multipart/form-data; boundary=1' --data-raw $'--1\\r\\nContent-Disposition: form-data; name="a"\\r\\n\\r\\nSECRET\\r\\n--1--'`,
  `curl ${URL} -d '{"password": "SECRET", "id": }'`,
  `curl ${URL} -d '{"password": "SECRET="'`,
  `curl ${URL} -d '<token>SECRET</token>'`,
  `curl ${URL} -F SECRET --form-string SECRET`,
  `curl ${URL}\ncurl ${URL} -X SECRET`,
  `curl ${URL} -H 'Content-Type: SECRET' -d SECRET`,
  `curl ${URL} > SECRET.test 2>/dev/null`,
  `curl ${URL} -K SECRET -T SECRET.bin`,
  `curl ${URL} -u user:SECRET --digest`,
  `curl ${URL} --next -u user:SECRET ${URL}/1`,
  `curl -s:u user:SECRET ${URL}/1`,
  `curl ${URL} | grep SECRET`,
  `curl ${URL} -d @- <<EOF\nSECRET\nEOF`,
  `curl ${URL} <<< SECRET`,
  `TOKEN=SECRET; curl "${URL}/$TOKEN"`,
  `HOST=SECRET.test:SECRET; curl ${URL}`,
  `API=https://user:SECRET@api.acme.test\ncurl $API/v1/charges`,
  `API_KEY=SECRET curl ${URL}`,
  `PASS=$(echo SECRET); curl -u "me:$PASS" ${URL}`,
  `curl -H "Authorization: $(echo "SECRET")" ${URL}`,
  `curl -H "Authorization: \`echo SECRET\`" ${URL}`,
  `curl ^"${URL}^" -H ^"Authorization: Bearer SECRET^" --data-raw ^"^{^\\^"a^\\^":^\\^"SECRET^\\^"^}^"`,
];

describe.each(COMMANDS)("%s", (text) => {
  const { element, problems, operations, authentications } = convert(text);

  test("has no secret in its element and its problems", () => {
    expect(JSON.stringify({ element, problems, operations, authentications })).not.toMatch(/SECRET/i);
  });

  test("goes to its address", () => {
    const base = element.configuration.find(({ key }) => key === "base.url")?.defaultValue;
    expect(["https://api.acme.test", "{API}"]).toContain(base);
    expect(element.name).toBe(base === "{API}" ? "cURL" : "api.acme.test");
    const parsed = elementSchema.parse(element);
    expect(parsed.resources.map(({ vendorPath }) => vendorPath)[0]).toMatch(/^\/v1\/charges/);
  });
});
