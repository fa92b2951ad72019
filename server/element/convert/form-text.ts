/** The fields of a multipart body that is recorded as text, from the headers that follow its boundaries. */
export function multipartFields(text: string): { name: string; isFile: boolean }[] {
  const headers = text.matchAll(/(?:^|\n)--[^\r\n]*\r?\n([^\r\n]*)/g);
  return [...headers].flatMap(([, header = ""]) => {
    const [, name] = /^content-disposition:[ \t]*form-data;.*?[ \t;]name="([^"]{1,100})"/i.exec(header) ?? [];
    return name === undefined ? [] : [{ name, isFile: /[ \t;]filename\*?=/i.test(header) }];
  });
}
