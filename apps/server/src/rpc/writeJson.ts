import { writeExact } from '@billfold/protocol/exactJson'

/** Writes JSON as `writeExact` does, and many times as fast where no integer is so large that it has to look at each value. */
export function writeJson(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return writeExact(value) // there is a bigint in it
  }
}
