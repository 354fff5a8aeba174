/**
 * Arrays in PostgreSQL's binary format, which node-postgres sends unchanged. As text, each element would be escaped
 * here and parsed by character there, which took longer for a publish than storing it.
 */
export const binaryArray = {
  /** `bytea[]`, from hexadecimal. */
  bytea: (values: readonly string[]): Buffer =>
    encode(
      17,
      values,
      (text) => text.length >> 1,
      (into, text, at) => {
        // Invalid hexadecimal ends early, and would leave old memory in the array.
        if (into.write(text, at, 'hex') * 2 !== text.length) throw new DataError('not hexadecimal')
      },
    ),
  /** `text[]`, with nulls. */
  text: (values: readonly (string | null)[]): Buffer =>
    encode(
      25,
      values,
      (text) => Buffer.byteLength(text),
      (into, text, at) => into.write(text, at, 'utf8'),
    ),
  /** `int[]` */
  int: (values: readonly number[]): Buffer =>
    encode(
      23,
      values,
      () => 4,
      (into, value, at) => {
        if (value !== (value | 0)) throw new DataError('not an integer of four bytes')
        into.writeInt32BE(value, at)
      },
    ),
  /** `bigint[]`, of whole numbers that a JavaScript number holds. */
  bigint: (values: readonly number[]): Buffer =>
    encode(
      20,
      values,
      () => 8,
      (into, value, at) => {
        into.writeInt32BE(Math.floor(value / 2 ** 32), at)
        into.writeUInt32BE(value % 2 ** 32, at + 4)
      },
    ),
}

/** A value that does not fit its array's type, with PostgreSQL's SQLSTATE for it. */
class DataError extends Error {
  override name = 'DataError'
  readonly code = '22000'
}

function encode<T>(
  type: number,
  values: readonly (T | null)[],
  lengthOf: (value: T) => number,
  write: (into: Buffer, value: T, at: number) => unknown,
): Buffer {
  let size = 20
  let nulls = 0
  for (const value of values) {
    size += 4
    if (value === null) nulls = 1
    else size += lengthOf(value)
  }
  const array = Buffer.allocUnsafe(size)
  // Header: dimensions (one), a null flag, the element type, the length, and the lower bound.
  for (const [i, head] of [1, nulls, type, values.length, 1].entries()) array.writeInt32BE(head, i * 4)
  let at = 20
  for (const value of values) {
    const length = value === null ? -1 : lengthOf(value)
    array.writeInt32BE(length, at)
    at += 4
    if (value === null) continue
    write(array, value, at)
    at += length
  }
  return array
}
