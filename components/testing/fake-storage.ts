/** A storage of the browser, with its entries as properties. */
export class FakeStorage {
  getItem(key: string): string | null {
    return new Map<string, string>(Object.entries(this)).get(key) ?? null;
  }
  setItem(key: string, text: string) {
    Reflect.set(this, key, text);
  }
  removeItem(key: string) {
    Reflect.deleteProperty(this, key);
  }
  clear() {
    for (const key of Object.keys(this)) this.removeItem(key);
  }
}
