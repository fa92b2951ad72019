// Evaluated in the guest before everything else: libraries keep the Math.random they find when they load.
// A snapshot contains the engine's own seed, so every run would draw the same numbers; each run seeds this one.
(() => {
  let a = 0;
  let b = 0;
  let c = 0;
  let counter = 1;

  /** One step of sfc32, as 32 unsigned bits. */
  function next() {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  }

  globalThis.__seed = (first, second, third, fourth) => {
    a = first | 0;
    b = second | 0;
    c = third | 0;
    counter = fourth | 0;
    for (let round = 0; round < 12; round++) next();
  };

  Math.random = function random() {
    return ((next() >>> 5) * 67108864 + (next() >>> 6)) / 9007199254740992;
  };
})();
