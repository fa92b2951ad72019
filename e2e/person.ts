import type { Locator, Page } from "@playwright/test";

/** The actions of a person on a page, counted: a click, a choice, a shortcut, or the text typed into one field. */
export function person(page: Page) {
  let actions = 0;
  const counted =
    <Given extends unknown[]>(act: (...given: Given) => Promise<unknown>) =>
    async (...given: Given): Promise<void> => {
      actions++;
      await act(...given);
    };
  const click = counted((target: Locator) => target.click());
  return {
    click,
    press: counted((keys: string) => page.keyboard.press(keys)),
    choose: counted((field: Locator, label: string) => field.selectOption({ label })),
    /** Replaces the text of the field. */
    type: counted(async (field: Locator, text: string) => {
      await field.click();
      await page.keyboard.press("Control+a");
      await page.keyboard.type(text);
    }),
    /** Types into a code editor. */
    write: counted(async (editor: Locator, text: string) => {
      await editor.focus();
      await page.keyboard.type(text);
    }),
    /** Chooses a file in the system's dialog that the button opens. */
    async upload(button: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
      const opened = page.waitForEvent("filechooser");
      await click(button);
      await (await opened).setFiles(file);
    },
    /** Grants access on the provider's page that the button opens. */
    async consent(button: Locator): Promise<void> {
      const opened = page.waitForEvent("popup");
      await click(button);
      await click((await opened).getByRole("button", { name: "Allow" }));
    },
    actions: () => actions,
  };
}
