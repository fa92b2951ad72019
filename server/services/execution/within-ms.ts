/** The result of a promise, or null if it takes longer. */
export async function withinMs<Value>(promise: Promise<Value>, ms: number): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
