const LONGEST_MS = 2 ** 31 - 1;

/** Calls back after `ms`, also after more than the 24 days at which Node's own timers fire at once. Gives the function that cancels it. */
export function startTimer(ms: number, callback: () => void): () => void {
  let timer: NodeJS.Timeout;
  const arm = (left: number): void => {
    timer = setTimeout(
      () => {
        if (left > LONGEST_MS) arm(left - LONGEST_MS);
        else callback();
      },
      Math.min(left, LONGEST_MS),
    );
  };
  arm(ms);
  return () => {
    clearTimeout(timer);
  };
}
