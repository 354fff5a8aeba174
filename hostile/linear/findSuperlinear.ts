import { type Shape, shapes } from './shapes.ts'
import type { StepCounter, Steps } from './stepCounter.ts'

/** A reader of untrusted texts, and its name. Its error counts as a result. */
export type Reader = readonly [name: string, read: (text: string) => unknown]

/** The lengths of the two texts of a pair, and the maximum ratio of their steps; a square has 16 times as many. */
const sieve = { short: 300, long: 1_200, most: 1.7 * 4 }
const proof = { short: 600, long: 2_400, most: 1.7 * 4 }
/** Ignore fewer steps per letter than this: a square has half as many as there are letters. */
const noticed = 64
const together = 32

/**
 * Finds readers whose steps grow faster than their text, with the text. Sifts all in groups with short texts; retries
 * each of a growing group with longer ones, and those that still grow with one shape after the other: a reader with a
 * length limit does not count as unbounded.
 */
export async function findSuperlinear(
  counter: StepCounter,
  readers: readonly Reader[],
  texts: readonly Shape[] = shapes,
): Promise<Record<string, string>> {
  const superlinear: Record<string, string> = {}
  for (let at = 0; at < readers.length; at += together) {
    const group = readers.slice(at, at + together)
    if (!(await grownBetween(counter, group, texts, sieve))) continue
    for (const one of group) {
      if (!(await grownBetween(counter, [one], texts, proof))) continue
      const place = await firstGrown(counter, one, texts)
      if (place) superlinear[one[0]] = place
    }
  }
  return superlinear
}

/** The shape that shows it, and its place. */
async function firstGrown(counter: StepCounter, one: Reader, texts: readonly Shape[]): Promise<string | undefined> {
  for (const shape of texts) {
    const place = await grownBetween(counter, [one], [shape], proof)
    if (place) return `${JSON.stringify(shape(20))}: ${place}`
  }
  return undefined
}

async function grownBetween(
  counter: StepCounter,
  readers: readonly Reader[],
  texts: readonly Shape[],
  { short, long, most }: typeof sieve,
): Promise<string | undefined> {
  const [few, many] = [await stepsOf(counter, readers, texts, short), await stepsOf(counter, readers, texts, long)]
  for (const [place, count] of many) {
    const before = few.get(place) ?? 0
    if (count > noticed * long && count > most * before) return `${count} times, ${before} before: ${place}`
  }
  return undefined
}

function stepsOf(
  counter: StepCounter,
  readers: readonly Reader[],
  texts: readonly Shape[],
  length: number,
): Promise<Steps> {
  const given = texts.map((shape) => shape(length))
  return counter.count(async () => {
    for (const [, read] of readers)
      for (const text of given) {
        const answering = answerOf(read, text)
        if (answering) await answering
      }
  })
}

/** Its error is its result; an asynchronous reader has read its text some turns later. */
function answerOf(read: Reader[1], text: string): Promise<unknown> | undefined {
  try {
    const answer = read(text)
    if (answer instanceof Promise) return Promise.race([answer.catch(() => {}), someTurns()])
  } catch {
    // rejected
  }
  return undefined
}

async function someTurns(): Promise<void> {
  for (let n = 0; n < 20; n++) await new Promise(setImmediate)
}
