import { bytesOfHex, hexOf } from '@billfold/protocol/bytes'
import type { Hex } from '../evm/signHash.ts'
import type { SwapFact } from './readSwapCall.ts'

/** An effect of a call on someone's assets. Addresses are whole, because decisions depend on them. */
export type EvmFact =
  | { kind: 'pays'; to: Hex; amount: bigint }
  | { kind: 'sendsToken'; token: Hex; to: Hex; amount: bigint; from?: Hex }
  | { kind: 'allowsToken'; token: Hex; spender: Hex; amount: bigint | 'unlimited'; until?: bigint }
  | { kind: 'forbidsToken'; token: Hex; spender: Hex }
  | { kind: 'sendsItem'; collection: Hex; to: Hex; id: bigint; amount: bigint; from: Hex }
  | { kind: 'allowsItem'; collection: Hex; spender: Hex; id: bigint }
  | { kind: 'allowsAllItems'; collection: Hex; operator: Hex }
  | { kind: 'forbidsAllItems'; collection: Hex; operator: Hex }
  /** Revokes permissions that were signed earlier and not used yet. */
  | { kind: 'cancelsPermits' }
  | { kind: 'delegatesVotes'; token: Hex; to: Hex }
  /** The account gives up a contract of its own. */
  | { kind: 'handsOverContract'; contract: Hex; to: Hex }
  | { kind: 'createsContract'; bytes: number }
  | SwapFact
  /** Calldata that cannot be decoded: the screen says so, and names the contract. */
  | { kind: 'callsUnknown'; to: Hex; selector: Hex; bytes: number }

export type EvmCall = { to?: Hex | undefined; value: bigint; data: Hex }

/** From here on, an amount counts as unlimited. */
const boundless = 2n ** 160n

/** Describes a call from its own bytes alone. */
export function describeEvmCall({ to, value, data }: EvmCall): EvmFact[] {
  const bytes = bytesOfHex(data.slice(2))
  if (to === undefined) return [{ kind: 'createsContract', bytes: bytes.length }]
  const paid: EvmFact[] = value > 0n ? [{ kind: 'pays', to, amount: value }] : []
  if (bytes.length === 0) return paid
  const selector: Hex = `0x${hexOf(bytes.subarray(0, 4))}`
  const known = Object.hasOwn(readers, selector) ? readers[selector] : undefined
  const read = known && bytes.length === 4 + known.words * 32 ? known.read(wordsOf(bytes), to) : undefined
  return [...paid, read ?? { kind: 'callsUnknown', to, selector, bytes: bytes.length }]
}

type Words = { number(at: number): bigint; address(at: number): Hex | undefined; flag(at: number): boolean | undefined }
type Reader = { words: number; read(words: Words, at: Hex): EvmFact | undefined }

const allowance = (token: Hex, spender: Hex, amount: bigint): EvmFact =>
  amount === 0n
    ? { kind: 'forbidsToken', token, spender }
    : { kind: 'allowsToken', token, spender, amount: amount >= boundless ? 'unlimited' : amount }

/** By the first four bytes of a call. Malformed arguments make the call unknown. */
const readers: Readonly<Record<string, Reader>> = {
  // transfer(address,uint256)
  '0xa9059cbb': {
    words: 2,
    read(words, token) {
      const to = words.address(0)
      return to && { kind: 'sendsToken', token, to, amount: words.number(1) }
    },
  },
  // transferFrom(address,address,uint256): of a token an amount, of a collection the number of an item
  '0x23b872dd': {
    words: 3,
    read(words, token) {
      const [from, to] = [words.address(0), words.address(1)]
      return from && to && { kind: 'sendsToken', token, from, to, amount: words.number(2) }
    },
  },
  // approve(address,uint256)
  '0x095ea7b3': {
    words: 2,
    read(words, token) {
      const spender = words.address(0)
      return spender && allowance(token, spender, words.number(1))
    },
  },
  // Permit2's approve(address,address,uint160,uint48): who may take what it was itself allowed to, and until when
  '0x87517c45': {
    words: 4,
    read(words) {
      const [token, spender, amount, until] = [words.address(0), words.address(1), words.number(2), words.number(3)]
      if (!token || !spender || amount >= boundless || until >= 2n ** 48n) return undefined
      if (amount === 0n) return { kind: 'forbidsToken', token, spender }
      const isAll = amount === boundless - 1n
      return { kind: 'allowsToken', token, spender, amount: isAll ? 'unlimited' : amount, ...(until > 0n && { until }) }
    },
  },
  // increaseAllowance(address,uint256): by how much; it only ever grows
  '0x39509351': {
    words: 2,
    read(words, token) {
      const spender = words.address(0)
      return (
        spender && {
          kind: 'allowsToken',
          token,
          spender,
          amount: words.number(1) >= boundless ? 'unlimited' : words.number(1),
        }
      )
    },
  },
  // setApprovalForAll(address,bool)
  '0xa22cb465': {
    words: 2,
    read(words, collection) {
      const [operator, isAllowed] = [words.address(0), words.flag(1)]
      if (!operator || isAllowed === undefined) return undefined
      return { kind: isAllowed ? 'allowsAllItems' : 'forbidsAllItems', collection, operator }
    },
  },
  // safeTransferFrom(address,address,uint256)
  '0x42842e0e': {
    words: 3,
    read(words, collection) {
      const [from, to] = [words.address(0), words.address(1)]
      return from && to && { kind: 'sendsItem', collection, from, to, id: words.number(2), amount: 1n }
    },
  },
  // safeTransferFrom(address,address,uint256,uint256,bytes), with no bytes
  '0xf242432a': {
    words: 6,
    read(words, collection) {
      const [from, to] = [words.address(0), words.address(1)]
      if (!from || !to || words.number(4) !== 160n || words.number(5) !== 0n) return undefined
      return { kind: 'sendsItem', collection, from, to, id: words.number(2), amount: words.number(3) }
    },
  },
}

function wordsOf(bytes: Uint8Array): Words {
  const number = (at: number) => BigInt(`0x${hexOf(bytes.subarray(4 + at * 32, 36 + at * 32))}`)
  return {
    number,
    address: (at) => (number(at) < 2n ** 160n ? `0x${number(at).toString(16).padStart(40, '0')}` : undefined),
    flag: (at) => (number(at) > 1n ? undefined : number(at) === 1n),
  }
}
