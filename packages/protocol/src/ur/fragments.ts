import { sha256 } from '@noble/hashes/sha2.js'
import { joinBytes } from '../bytes.ts'
import { uint32Bytes } from './crc32.ts'

const mask64 = (1n << 64n) - 1n
const rotate = (x: bigint, by: bigint) => ((x << by) | (x >> (64n - by))) & mask64

/** Xoshiro256**, seeded with the hash of `seed`: doubles in [0, 1), the same on every device. */
export function createRandom(seed: Uint8Array): () => number {
  const view = new DataView(sha256(seed).buffer)
  const s = [0, 8, 16, 24].map((at) => view.getBigUint64(at)) as [bigint, bigint, bigint, bigint]
  return () => {
    const result = (rotate((s[1] * 5n) & mask64, 7n) * 9n) & mask64
    const t = (s[1] << 17n) & mask64
    s[2] ^= s[0]
    s[3] ^= s[1]
    s[1] ^= s[2]
    s[0] ^= s[3]
    s[2] ^= t
    s[3] = rotate(s[3], 45n)
    return Number(result) / 2 ** 64
  }
}

/** Walker's alias table of the degrees 1 to `count`, with probabilities 1/degree. */
function createDegrees(count: number): (random: () => number) => number {
  const weights = Array.from({ length: count }, (_, at) => 1 / (at + 1))
  const sum = weights.reduce((a, b) => a + b, 0)
  const scaled = weights.map((weight) => (weight * count) / sum)
  const [small, large]: [number[], number[]] = [[], []]
  for (let at = count - 1; at >= 0; at--) (scaled[at]! < 1 ? small : large).push(at)
  const chances = new Array<number>(count).fill(1)
  const aliases = new Array<number>(count).fill(0)
  while (small.length > 0 && large.length > 0) {
    const [less, more] = [small.pop()!, large.pop()!]
    chances[less] = scaled[less]!
    aliases[less] = more
    scaled[more]! += scaled[less]! - 1
    ;(scaled[more]! < 1 ? small : large).push(more)
  }
  return (random) => {
    const [place, coin] = [random(), random()]
    const at = Math.floor(count * place)
    return (coin < chances[at]! ? at : aliases[at]!) + 1
  }
}

let latest: { count: number; degree: ReturnType<typeof createDegrees> } | undefined

/** The fragments that part `number` of a message combines (BCR-2024-001); the first `count` parts have one each. */
export function fragmentsOf(number: number, count: number, checksum: number): readonly number[] {
  if (number <= count) return [number - 1]
  const random = createRandom(joinBytes(uint32Bytes(number), uint32Bytes(checksum)))
  if (latest?.count !== count) latest = { count, degree: createDegrees(count) }
  const degree = latest.degree(random)
  const rest = Array.from({ length: count }, (_, at) => at)
  return Array.from({ length: degree }, () => rest.splice(Math.floor(random() * rest.length), 1)[0]!)
}
