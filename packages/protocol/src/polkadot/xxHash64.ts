const [p1, p2, p3, p5] = [0x9e3779b185ebca87n, 0xc2b2ae3d27d4eb4fn, 0x165667b19e3779f9n, 0x27d4eb2f165667c5n]
const low64 = (value: bigint) => BigInt.asUintN(64, value)

/** xxHash64 with seed 0 of a number's four bytes, as it precedes the number in the keys of `Twox64Concat` maps. */
export function xxHash64(value: number): bigint {
  let hash = low64(p5 + 4n) ^ low64(BigInt(value >>> 0) * p1)
  hash = low64((low64(hash << 23n) | (hash >> 41n)) * p2 + p3)
  hash = low64((hash ^ (hash >> 33n)) * p2)
  hash = low64((hash ^ (hash >> 29n)) * p3)
  return hash ^ (hash >> 32n)
}
