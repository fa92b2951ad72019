import type { Page } from "@playwright/test";

const LEAST_TEXT_PX = 11;
/** WCAG 2.2, 1.4.11: lines that are needed to understand the graph. */
const LEAST_CONTRAST = 3;

/** The texts on the canvas that are smaller on the screen than 11 pixels, with their sizes. */
export const smallTexts = (page: Page): Promise<string[]> =>
  page.locator(".react-flow__viewport").evaluate((viewport, least) => {
    const zoom = new DOMMatrix(getComputedStyle(viewport).transform).a;
    const texts = document.createTreeWalker(viewport, NodeFilter.SHOW_TEXT);
    const small: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement;
      if (!element || !text.nodeValue?.trim() || element.closest(".sr-only, title")) continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const size = Number.parseFloat(getComputedStyle(element).fontSize) * zoom;
      // A hundredth of a pixel is rounding.
      if (size < least - 0.01) small.push(`${size.toFixed(1)} px: ${text.nodeValue}`);
    }
    return small;
  }, LEAST_TEXT_PX);

/**
 * The borders, arrows, ports and the focus ring on the canvas with less contrast to the background than 3:1. Press a key
 * before: the ring is for keyboards.
 */
export const faintLines = (page: Page): Promise<string[]> =>
  page.locator(".react-flow").evaluate((canvas, least) => {
    const context = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", {
      willReadFrequently: true,
    });
    if (!context) return ["no color can be read"];
    type Color = readonly [number, number, number];
    const over = (color: string, [r, g, b]: Color, opacity = 1): Color => {
      context.globalAlpha = 1;
      context.fillStyle = `rgb(${r} ${g} ${b})`;
      context.fillRect(0, 0, 1, 1);
      context.globalAlpha = opacity;
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
      return [red, green, blue];
    };
    const luminance = (color: Color) => {
      const [r = 0, g = 0, b = 0] = color.map((part) => {
        const value = part / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one: Color, other: Color) => {
      const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
      return (high + 0.05) / (low + 0.05);
    };
    const ground = over(getComputedStyle(canvas).backgroundColor, [255, 255, 255]);
    const lines: [what: string, color: string, opacity?: number][] = [];
    for (const node of canvas.querySelectorAll<HTMLElement>(".react-flow__node")) {
      const frame = node.firstElementChild;
      if (frame) lines.push([`border of ${node.dataset.id}`, getComputedStyle(frame).borderTopColor]);
    }
    for (const path of canvas.querySelectorAll(".react-flow__edge-path")) {
      const { stroke, opacity } = getComputedStyle(path);
      lines.push([`arrow ${path.id}`, stroke, Number(opacity)]);
    }
    for (const port of canvas.querySelectorAll<HTMLElement>(".react-flow__handle"))
      lines.push([`port of ${port.dataset.nodeid}`, getComputedStyle(port).backgroundColor]);
    const node = canvas.querySelector<HTMLElement>(".react-flow__node");
    const before = document.activeElement;
    node?.focus();
    if (node) {
      const { outlineColor, outlineStyle } = getComputedStyle(node);
      lines.push([`focus ring (${outlineStyle})`, outlineStyle === "none" ? "transparent" : outlineColor]);
    }
    if (before instanceof HTMLElement) before.focus();
    const found = ["border", "arrow", "port", "focus"].filter((kind) => !lines.some(([what]) => what.startsWith(kind)));
    return [
      ...found.map((kind) => `there is no ${kind}`),
      ...lines.flatMap(([what, color, opacity]) => {
        const ratio = contrast(over(color, ground, opacity), ground);
        return ratio < least ? [`${what}: ${ratio.toFixed(2)}`] : [];
      }),
    ];
  }, LEAST_CONTRAST);
