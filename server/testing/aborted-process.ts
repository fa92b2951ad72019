import type { ConversionReport } from "#server/outside/conversion/converter.ts";

// In the place of the process that converts a file: it is aborted, as V8 does when there is no memory left.
process.once("message", () => {
  process.send?.({ stage: "reading the file as YAML" } satisfies ConversionReport, () => process.abort());
});
