import { compactSize } from '@billfold/protocol/bitcoin/bitcoinBytes'
import { isSameBytes, joinBytes } from '@billfold/protocol/bytes'
import { sha256 } from 'viem/utils'
import { createFieldReader, DeviceStatus, status } from './apdu.ts'

const commands = { yield: 0x10, preimage: 0x40, proof: 0x41, index: 0x42, more: 0xa0 } as const
const hash = (...parts: readonly Uint8Array[]) => sha256(joinBytes(...parts), 'bytes')
const one = (byte: number) => Uint8Array.of(byte)

/** Reads what the host committed to, by the Bitcoin app's client commands; a false proof ends the request. */
export function createMerkleReader(ask: (request: Uint8Array) => Promise<Uint8Array>) {
  async function more(missing: number, size: number): Promise<Uint8Array[]> {
    const elements: Uint8Array[] = []
    while (elements.length < missing) {
      const read = createFieldReader(await ask(one(commands.more)))
      const [count, length] = [read.byte(), read.byte()]
      if (length !== size || count === 0) throw new DeviceStatus(status.invalidData)
      for (let at = 0; at < count; at++) elements.push(read.take(length))
    }
    return elements
  }
  async function preimage(digest: Uint8Array): Promise<Uint8Array> {
    const read = createFieldReader(await ask(joinBytes(Uint8Array.of(commands.preimage, 0), digest)))
    const length = read.size()
    const first = read.take(read.byte())
    const whole = joinBytes(first, ...(await more(length - first.length, 1)))
    if (!isSameBytes(hash(whole), digest)) throw new DeviceStatus(status.invalidData)
    return whole
  }
  async function leaf(root: Uint8Array, size: number, index: number): Promise<Uint8Array> {
    const request = joinBytes(one(commands.proof), root, compactSize(size), compactSize(index))
    const read = createFieldReader(await ask(request))
    const digest = read.take(32)
    const length = read.byte()
    const proof = Array.from({ length: read.byte() }, () => read.take(32))
    proof.push(...(await more(length - proof.length, 32)))
    if (!isSameBytes(rootOf(digest, index, size, proof), root)) throw new DeviceStatus(status.invalidData)
    return (await preimage(digest)).slice(1)
  }
  const list = async (root: Uint8Array, size: number): Promise<Uint8Array[]> => {
    const leaves: Uint8Array[] = []
    for (let at = 0; at < size; at++) leaves.push(await leaf(root, size, at))
    return leaves
  }
  return {
    preimage,
    list,
    /** A committed map: its size, and the roots of its keys and values. */
    async map(commitment: Uint8Array): Promise<{ key: Uint8Array; value: Uint8Array }[]> {
      const read = createFieldReader(commitment)
      const size = read.size()
      const [keys, values] = [await list(read.take(32), size), await list(read.take(32), size)]
      return keys.map((key, at) => ({ key, value: values[at]! }))
    },
    yield: (result: Uint8Array) => ask(joinBytes(one(commands.yield), result)),
  }
}

/** The root above a leaf: the left half of each node has the largest power of two below its size. */
function rootOf(leaf: Uint8Array, index: number, size: number, proof: readonly Uint8Array[]): Uint8Array {
  if (size === 1) return leaf
  const left = 2 ** Math.ceil(Math.log2(size) - 1)
  const sibling = proof.at(-1)
  if (!sibling) throw new DeviceStatus(status.invalidData)
  const below = proof.slice(0, -1)
  return index < left
    ? hash(one(1), rootOf(leaf, index, left, below), sibling)
    : hash(one(1), sibling, rootOf(leaf, index - left, size - left, below))
}
