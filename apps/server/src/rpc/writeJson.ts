import { writeExact } from '@billfold/protocol/exactJson'

/** Like `writeExact`, but much faster unless an integer is too large for a double. */
export function writeJson(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return writeExact(value) // there is a bigint in it
  }
}
