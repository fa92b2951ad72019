import { parentPort, workerData } from "node:worker_threads";
import type { ConversionReport, ConversionRequest } from "./converter.ts";
import { readAndConvert } from "./read-and-convert.ts";

// Runs in the thread that converts one file, and ends.

const report = (message: ConversionReport) => parentPort?.postMessage(message);

report(readAndConvert(workerData as ConversionRequest, (stage) => report({ stage })));
