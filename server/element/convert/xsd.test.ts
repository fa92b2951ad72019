import { expect, test } from "vitest";
import { xml } from "#server/outside/xml.ts";
import type { Json } from "./conversion.ts";
import { soapTypes } from "./soap-types.ts";
import { all } from "./xml-nodes.ts";
import { xsdModels } from "./xsd.ts";
import { xsdProblems } from "./xsd-problems.ts";

const SCHEMA = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';

/** The models and problems of a type `T` with this content, in a schema with these other definitions. */
function read(content: string, others = "", more = "") {
  const text = `<types ${SCHEMA} xmlns:t="http://ex.org/t" xmlns:o="http://ex.org/o"><xs:schema targetNamespace="http://ex.org/t">
    <xs:complexType name="T">${content}</xs:complexType>${others}</xs:schema>${more}</types>`;
  const { types: root } = xml.parse(text) as { types: Json };
  const schemas = all(root, "schema");
  const types = soapTypes(root, schemas);
  const type = { node: all(schemas[0], "complexType")[0] as Json, schema: schemas[0] as Json };
  return {
    properties: (xsdModels(schemas).T as { properties: Json }).properties,
    problems: xsdProblems(root, schemas),
    namespaces: Object.fromEntries(
      types.fieldsOf(type).map(({ name, namespace, isList }) => [name, [namespace, isList]]),
    ),
  };
}

const sequence = (fields: string) => `<xs:sequence>${fields}</xs:sequence>`;
const simple = (base: string, facets: string) =>
  `<xs:simpleType name="S"><xs:restriction base="${base}">${facets}</xs:restriction></xs:simpleType>`;
const S = sequence('<xs:element name="a" type="t:S"/>');
const INT = { type: "integer", format: "int32" };
const text = { type: "string" };
const a = '<xs:element name="a" type="xs:int"/>';
const G = `<xs:group name="G">${sequence(a)}</xs:group>`;

test.each<[construct: string, content: string, others: string, properties: Json]>([
  ["choice", `<xs:choice>${a}<xs:element name="b" type="xs:string"/></xs:choice>`, "", { a: INT, b: text }],
  ["all", `<xs:all>${a}</xs:all>`, "", { a: INT }],
  ["a group", '<xs:group ref="t:G"/>', G, { a: INT }],
  ["a group in a sequence", sequence('<xs:group ref="t:G"/>'), G, { a: INT }],
  ["a repeated group", '<xs:group ref="t:G" maxOccurs="9"/>', G, { a: { type: "array", items: INT } }],
  ["a group of itself", '<xs:group ref="t:G"/>', G.replace(a, `$&<xs:group ref="t:G"/>`), { a: INT }],
  [
    "an attributeGroup",
    '<xs:attributeGroup ref="t:M"/>',
    '<xs:attributeGroup name="M"><xs:attribute name="m"/></xs:attributeGroup>',
    { "@m": text },
  ],
  ["xml:lang", '<xs:attribute ref="xml:lang"/>', "", { "@xml:lang": text }],
  [
    "a restriction's attributes",
    '<xs:complexContent><xs:restriction base="t:B"><xs:attribute name="y" use="prohibited"/></xs:restriction></xs:complexContent>',
    '<xs:complexType name="B"><xs:attribute name="x"/><xs:attribute name="y"/></xs:complexType>',
    { "@x": text },
  ],
  [
    "simple content",
    '<xs:simpleContent><xs:extension base="t:S"><xs:attribute name="x"/></xs:extension></xs:simpleContent>',
    simple("xs:int", '<xs:maxInclusive value="9"/>'),
    { "#text": { ...INT, maximum: 9 }, "@x": text },
  ],

  [
    "mixed content",
    `<xs:complexContent mixed="true"><xs:extension base="t:B">${sequence(a)}</xs:extension></xs:complexContent>`,
    '<xs:complexType name="B"/>',
    { "#text": text, a: INT },
  ],
  [
    "nillable",
    sequence('<xs:element name="a" nillable="true" type="xs:int"/>'),
    "",
    { a: { ...INT, "x-nullable": true } },
  ],
  ["default", sequence('<xs:element name="a" default="7" type="xs:int"/>'), "", { a: { ...INT, default: 7 } }],
  ["fixed", '<xs:attribute name="a" fixed="7"/>', "", { "@a": { type: "string", enum: ["7"] } }],
  ["a restriction", S, simple("xs:int", ""), { a: INT }],
  [
    "enumeration",
    S,
    simple("xs:string", '<xs:enumeration value="x"/><xs:enumeration value="y"/>'),
    { a: { ...text, enum: ["x", "y"] } },
  ],
  ["length", S, simple("xs:string", '<xs:length value="3"/>'), { a: { ...text, minLength: 3, maxLength: 3 } }],
  ["pattern", S, simple("xs:string", '<xs:pattern value="[a-z]+"/>'), { a: { ...text, pattern: "^(?:[a-z]+)$" } }],
  ["minInclusive", S, simple("xs:int", '<xs:minInclusive value="3"/>'), { a: { ...INT, minimum: 3 } }],
  ["list", S, '<xs:simpleType name="S"><xs:list itemType="xs:int"/></xs:simpleType>', { a: text }],
  ["union", S, '<xs:simpleType name="S"><xs:union memberTypes="xs:int xs:string"/></xs:simpleType>', { a: text }],
  ["a type that restricts itself", S, simple("t:S", ""), { a: text }],
  ["recursion", sequence('<xs:element name="a" type="t:T"/>'), "", { a: { type: "T" } }],
  [
    "substitutionGroup",
    sequence('<xs:element ref="t:head"/>'),
    '<xs:element name="head" type="xs:int"/><xs:element name="a" type="xs:int" substitutionGroup="t:head"/>',
    { head: { type: "head" }, a: INT },
  ],
  [
    "a whole number",
    sequence('<xs:element name="a" type="xs:unsignedShort"/><xs:element name="b" type="xs:positiveInteger"/>'),
    "",
    { a: INT, b: { type: "integer" } },
  ],
  ["anyType", sequence('<xs:element name="a" type="xs:anyType"/>'), "", { a: { type: "unknown" } }],
])("%s is in the model", (construct, content, others, properties) => {
  const found = read(content, others);
  expect(found.problems, construct).toEqual([]);
  expect(found.properties).toEqual(properties);
});

test.each<[construct: string, content: string, others: string, place: string, words: string]>([
  ["any", sequence("<xs:any/>"), "", "types.T", "Elements of any name"],
  ["anyAttribute", '<xs:anyAttribute namespace="##other"/>', "", "types.T", "Attributes of any name"],
  ["a group of another file", '<xs:group ref="o:G"/>', "", "types.T", "The group o:G"],
  ["an attributeGroup of another file", '<xs:attributeGroup ref="o:G"/>', "", "types.T", "The group o:G"],
  ["an attribute with a prefix", '<xs:attribute ref="o:id"/>', "", "types.T", "The attribute o:id"],
  ["a qualified attribute", '<xs:attribute name="id" form="qualified"/>', "", "types.T.id", "The attribute id"],
  ["an element of another file", sequence('<xs:element ref="o:x"/>'), "", "types.T", "The element o:x"],
  ["a type of another file", sequence('<xs:element name="x" type="o:X"/>'), "", "types.T.x", "The type o:X"],
  [
    "a base of another file",
    '<xs:complexContent><xs:extension base="o:X"/></xs:complexContent>',
    "",
    "types.T",
    "The type o:X",
  ],
  ["an abstract type", "", '<xs:complexType name="A" abstract="true"/>', "types.A", "abstract"],
  ["import", "", '<xs:import namespace="http://ex.org/o"/>', "types", "http://ex.org/o is not in this file"],
  ["include", "", '<xs:include schemaLocation="o.xsd"/>', "types", "at o.xsd is not in this file"],
  ["redefine", "", '<xs:redefine schemaLocation="o.xsd"/>', "types", "at o.xsd is not in this file"],
  ["an unknown construct", "<xs:openContent/>", "", "types.T", "xs:openContent"],
  ["minExclusive", "", simple("xs:int", '<xs:minExclusive value="3"/>'), "types.S", "minExclusive"],
  ["a pattern of its own kind", "", simple("xs:string", '<xs:pattern value="\\i\\c*"/>'), "types.S", "pattern"],
])("%s is named as a problem", (_, content, others, place, words) => {
  expect(read(content, others).problems).toEqual([{ place, message: expect.stringContaining(words) }]);
});

test("a namespace that is imported from the same file is no problem", () => {
  const other =
    '<xs:schema targetNamespace="http://ex.org/o"><xs:simpleType name="X"><xs:restriction base="xs:int"/></xs:simpleType></xs:schema>';
  const { properties, problems } = read(
    sequence('<xs:element name="x" type="o:X"/>'),
    '<xs:import namespace="http://ex.org/o"/><xs:import namespace="http://www.w3.org/XML/1998/namespace"/>',
    other,
  );
  expect([properties, problems]).toEqual([{ x: INT }, []]);
});

test("fields of groups have the namespace of the schema that declares them", () => {
  const other = `<xs:schema targetNamespace="http://ex.org/o" elementFormDefault="qualified">${G}<xs:element name="b" type="xs:int"/>
    <xs:element name="c" substitutionGroup="o:b"/></xs:schema>`;
  const own = sequence('<xs:element name="own"/><xs:group ref="o:G" maxOccurs="2"/><xs:element ref="o:b"/>');
  expect(read(own, "", other).namespaces).toEqual({
    own: ["", false],
    a: ["http://ex.org/o", true],
    b: ["http://ex.org/o", false],
    c: ["http://ex.org/o", false],
  });
});

test("schemas whose groups multiply are refused", () => {
  const level = (at: number) =>
    `<xs:group name="G${at}">${sequence(["a", "b"].map((name) => `<xs:element name="${name}"><xs:complexType><xs:group ref="t:G${at + 1}"/></xs:complexType></xs:element>`).join(""))}</xs:group>`;
  const levels = Array.from({ length: 40 }, (_, at) => level(at)).join("");
  expect(() => read('<xs:group ref="t:G0"/>', levels)).toThrow("Split it");
});
