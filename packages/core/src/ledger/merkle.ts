import { compactSize } from '@billfold/protocol/bitcoin/bitcoinBytes'
import { hexOf, joinBytes } from '@billfold/protocol/bytes'
import { sha256 } from 'viem/utils'
import type { PsbtEntry } from '../chains/bip122/psbtMaps.ts'
import { LedgerError } from './ledgerError.ts'

const hash = (bytes: Uint8Array): Uint8Array => sha256(bytes, 'bytes')
const [leafMark, nodeMark] = [Uint8Array.of(0), Uint8Array.of(1)]
/** The most data that one command carries. */
const maxData = 255

type Tree = { root: Uint8Array; leaves: readonly Uint8Array[]; proofs: readonly (readonly Uint8Array[])[] }

/** A tree over hashed leaves; the left half of each node has the largest power of two below its size. */
function growTree(leaves: readonly Uint8Array[]): Tree {
  const [first] = leaves
  if (!first) return { root: new Uint8Array(32), leaves, proofs: [] }
  if (leaves.length === 1) return { root: first, leaves, proofs: [[]] }
  const middle = 2 ** Math.ceil(Math.log2(leaves.length) - 1)
  const [left, right] = [growTree(leaves.slice(0, middle)), growTree(leaves.slice(middle))]
  return {
    root: hash(joinBytes(nodeMark, left.root, right.root)),
    leaves,
    proofs: [
      ...left.proofs.map((proof) => [...proof, right.root]),
      ...right.proofs.map((proof) => [...proof, left.root]),
    ],
  }
}

/** The data that the host committed to, and the answers to the Bitcoin app's questions about it. */
export function createMerkleStore() {
  const preimages = new Map<string, Uint8Array>()
  const trees = new Map<string, Tree>()
  let queue: Uint8Array[] = []
  const results: Uint8Array[] = []

  const addPreimage = (bytes: Uint8Array): Uint8Array => {
    const digest = hash(bytes)
    preimages.set(hexOf(digest), bytes)
    return digest
  }
  const addList = (elements: readonly Uint8Array[]): Uint8Array => {
    const tree = growTree(elements.map((each) => addPreimage(joinBytes(leafMark, each))))
    trees.set(hexOf(tree.root), tree)
    return tree.root
  }
  /** Adds a map, and returns its commitment: its size and the roots of its sorted keys and of their values. */
  const addMap = (entries: readonly PsbtEntry[]): Uint8Array => {
    const sorted = entries.toSorted((a, b) => (hexOf(a.key) < hexOf(b.key) ? -1 : 1))
    return joinBytes(
      compactSize(sorted.length),
      addList(sorted.map(({ key }) => key)),
      addList(sorted.map(({ value }) => value)),
    )
  }

  function preimageOf(request: Uint8Array): Uint8Array {
    const preimage = preimages.get(hexOf(request.subarray(2, 34)))
    if (!preimage) throw new LedgerError('unreadable')
    const length = compactSize(preimage.length)
    const first = preimage.subarray(0, maxData - length.length - 1)
    queue = Array.from(preimage.subarray(first.length), (byte) => Uint8Array.of(byte))
    return joinBytes(length, Uint8Array.of(first.length), first)
  }
  function proofOf(request: Uint8Array): Uint8Array {
    const tree = trees.get(hexOf(request.subarray(1, 33)))
    const [, size] = readSize(request, 33)
    const [index] = readSize(request, size)
    const [leaf, proof] = [tree?.leaves[index], tree?.proofs[index]]
    if (!leaf || !proof) throw new LedgerError('unreadable')
    const first = proof.slice(0, Math.floor((maxData - 34) / 32))
    queue = proof.slice(first.length)
    return joinBytes(leaf, Uint8Array.of(proof.length, first.length), ...first)
  }
  function indexOf(request: Uint8Array): Uint8Array {
    const wanted = hexOf(request.subarray(33, 65))
    const index = trees.get(hexOf(request.subarray(1, 33)))?.leaves.findIndex((leaf) => hexOf(leaf) === wanted) ?? -1
    return index < 0 ? Uint8Array.of(0, 0) : joinBytes(Uint8Array.of(1), compactSize(index))
  }
  function moreElements(): Uint8Array {
    const size = queue[0]?.length
    if (!size) throw new LedgerError('unreadable')
    const part = queue.splice(0, Math.floor((maxData - 2) / size))
    return joinBytes(Uint8Array.of(part.length, size), ...part)
  }

  return {
    addPreimage,
    addList,
    addMap,
    results: results as readonly Uint8Array[],
    /** The answer to a question of the app. */
    answer(request: Uint8Array): Uint8Array {
      switch (request[0]) {
        case 0x10:
          results.push(request.slice(1))
          return new Uint8Array()
        case 0x40:
          return preimageOf(request)
        case 0x41:
          return proofOf(request)
        case 0x42:
          return indexOf(request)
        case 0xa0:
          return moreElements()
        default:
          throw new LedgerError('unreadable')
      }
    },
  }
}
export type MerkleStore = ReturnType<typeof createMerkleStore>

/** A number in Bitcoin's variable length, and where the next field starts. */
export function readSize(bytes: Uint8Array, at: number): [value: number, next: number] {
  const first = bytes[at] ?? 0
  if (first < 253) return [first, at + 1]
  const length = first === 253 ? 2 : 4
  const value = bytes.subarray(at + 1, at + 1 + length).reduceRight((sum, byte) => sum * 256 + byte, 0)
  return [value, at + 1 + length]
}
