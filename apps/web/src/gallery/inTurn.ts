const atOnce = 4
let running = 0
const waiting: (() => void)[] = []

/** Runs a few at once and the others as these end: a page full of cards fills from the top and stays responsive. */
export async function inTurn<T>(run: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((turn) => waiting.push(turn))
  running += 1
  try {
    return await run()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}
