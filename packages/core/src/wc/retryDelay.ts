const firstMs = 250
const capMs = 30_000

/** Delay before the next attempt: exponential up to a cap, half of it random so that pages do not reconnect in step. */
export function retryDelay(failures: number, random: () => number = Math.random): number {
  const ceiling = Math.min(capMs, firstMs * 2 ** Math.max(0, failures - 1))
  return ceiling / 2 + (random() * ceiling) / 2
}
