import { sameAddress } from '@billfold/protocol/sameAddress'
import * as z from 'zod/mini'
import type { Hex } from '../evm/signHash.ts'
import type { EvmFact } from './describeEvmCall.ts'

const hex = z.string().check(z.regex(/^0x[0-9a-fA-F]*$/))
const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))

/** An event of a contract, as nodes return it. */
export const evmLog = z.object({ address, topics: z.array(hex).check(z.maxLength(4)), data: z.optional(hex) })
export type EvmLog = z.infer<typeof evmLog>

/** A payment between two accounts: of the coin, of a token, or of one item of a collection. */
export type Move = { token?: Hex | undefined; item?: bigint; amount: bigint; from: string; to: string }

/** A right that an account gives or takes back. */
export type Grant = Extract<
  EvmFact,
  {
    kind:
      | 'allowsToken'
      | 'forbidsToken'
      | 'allowsItem'
      | 'allowsAllItems'
      | 'forbidsAllItems'
      | 'cancelsPermits'
      | 'delegatesVotes'
      | 'handsOverContract'
  }
>

export type LogFacts = {
  moves: Move[]
  /** In the order of their events. */
  grants: Grant[]
  /** Contracts whose events name the account and can't be decoded. */
  unread: Hex[]
}

/** The address under which `eth_simulateV1` reports payments of the coin. */
const coinAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** Permit2: at one address on every chain. */
const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
/** Permit2's maximum, which counts as unlimited. */
const boundless = 2n ** 160n - 1n
const nobody = '0x0000000000000000000000000000000000000000'

/** Reads an account's changes from events. Anyone can write a contract that emits any event, so each is only its contract's claim. */
export function readLogs(
  logs: readonly EvmLog[],
  own: string,
  { isWrapped, isPinned }: { isWrapped(token: string): boolean; isPinned(token: string): boolean },
): LogFacts {
  const facts: LogFacts = { moves: [], grants: [], unread: [] }
  for (const log of logs) {
    const event = eventOf(log)
    const read = event && (readers[event.topic]?.(event) ?? (isWrapped(log.address) ? readWrapped(event) : undefined))
    if (read) {
      facts.moves.push(...(read.moves ?? []))
      if (read.owner !== undefined && sameAddress('eip155', read.owner, own)) facts.grants.push(...(read.grants ?? []))
    } else if (names(log, own) && !isPinned(log.address) && !facts.unread.includes(log.address as Hex))
      facts.unread.push(log.address as Hex)
  }
  return facts
}

type Event = {
  at: Hex
  topic: string
  /** How many of its values are topics. */
  indexed: number
  /** Its values that are one word each: topics first, then data. */
  words: readonly bigint[]
  address(at: number): Hex | undefined
}
type Read = { moves?: Move[]; owner?: string; grants?: Grant[] }

function eventOf({ address: at, topics, data = '0x' }: EvmLog): Event | undefined {
  const [topic, ...indexed] = topics
  if (topic === undefined || topics.some((word) => word.length !== 66) || (data.length - 2) % 64 !== 0) return undefined
  const words = [...indexed, ...(data.slice(2).match(/.{64}/g) ?? []).map((word) => `0x${word}`)].map(BigInt)
  return {
    ...{ at: hexWord(BigInt(at), 40), topic: hexWord(BigInt(topic), 64), indexed: indexed.length, words },
    address: (place) => {
      const word = words[place]
      return word === undefined || word >> 160n ? undefined : hexWord(word, 40)
    },
  }
}

const hexWord = (value: bigint, digits: number): Hex => `0x${value.toString(16).padStart(digits, '0')}`

/** Whether an event holds the account's address, as a topic or as a word of its data. */
function names({ topics, data = '0x' }: EvmLog, own: string): boolean {
  const isOwn = (word: string) => BigInt(`0x${word}`) === BigInt(own)
  return (
    topics.slice(1).some((topic) => topic.length > 2 && isOwn(topic.slice(2))) ||
    (data.slice(2).match(/.{64}/g) ?? []).some(isOwn) ||
    // Packed or truncated data has no known offsets.
    ((data.length - 2) % 64 !== 0 && new RegExp(own.slice(2), 'i').test(data))
  )
}

/** Checks an event's shape: its topics after the name, and all its values. */
const has = ({ indexed, words }: Event, topics: number, values: number) => indexed === topics && words.length === values

const allowance = (token: Hex, spender: Hex, amount: bigint, until?: bigint): Grant =>
  amount === 0n
    ? { kind: 'forbidsToken', token, spender }
    : {
        ...{ kind: 'allowsToken', token, spender, amount: amount >= boundless ? 'unlimited' : amount },
        ...(until && { until }),
      }

/** Permit2's Approval and Permit, which differ by a nonce. */
const readPermit2 =
  (values: number) =>
  (event: Event): Read | undefined => {
    const [owner, token, spender] = [event.address(0), event.address(1), event.address(2)]
    if (!sameAddress('eip155', event.at, permit2) || !has(event, 3, values) || !owner || !token || !spender)
      return undefined
    return { owner, grants: [allowance(token, spender, event.words[3]!, event.words[4])] }
  }

const readers: Readonly<Record<string, (event: Event) => Read | undefined>> = {
  // Transfer(address,address,uint256): of a token the amount is data, of a collection the item is a topic
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef': (event) => {
    const [from, to, value] = [event.address(0), event.address(1), event.words[2]]
    if (!from || !to || value === undefined) return undefined
    if (has(event, 3, 3)) return { moves: [{ from, to, token: event.at, item: value, amount: 1n }] }
    if (!has(event, 2, 3)) return undefined
    const isCoin = sameAddress('eip155', event.at, coinAddress)
    return { moves: [{ from, to, ...(isCoin ? {} : { token: event.at }), amount: value }] }
  },
  // TransferSingle(address,address,address,uint256,uint256): operator, from, to, item, amount
  '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62': (event) => {
    const [from, to] = [event.address(1), event.address(2)]
    if (!from || !to || !has(event, 3, 5)) return undefined
    return { moves: [{ from, to, token: event.at, item: event.words[3]!, amount: event.words[4]! }] }
  },
  // TransferBatch(address,address,address,uint256[],uint256[])
  '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb': (event) => {
    const [from, to] = [event.address(1), event.address(2)]
    const [items, amounts] = [listAt(event, 0), listAt(event, 1)]
    if (!from || !to || event.indexed !== 3 || !items || items.length !== amounts?.length) return undefined
    return { moves: items.map((item, at) => ({ from, to, token: event.at, item, amount: amounts[at]! })) }
  },
  // Approval(address,address,uint256): of a token up to an amount, of a collection one item
  '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925': (event) => {
    const [owner, spender, value] = [event.address(0), event.address(1), event.words[2]]
    if (!owner || !spender || value === undefined) return undefined
    if (has(event, 2, 3)) return { owner, grants: [allowance(event.at, spender, value)] }
    if (!has(event, 3, 3)) return undefined
    // Collections clear an item's permission as it moves.
    return {
      owner,
      grants: spender === nobody ? [] : [{ kind: 'allowsItem', collection: event.at, spender, id: value }],
    }
  },
  // ApprovalForAll(address,address,bool)
  '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31': (event) => {
    const [owner, operator, flag] = [event.address(0), event.address(1), event.words[2]]
    if (!owner || !operator || !has(event, 2, 3) || flag! > 1n) return undefined
    const kind = flag === 1n ? 'allowsAllItems' : 'forbidsAllItems'
    return { owner, grants: [{ kind, collection: event.at, operator }] }
  },
  // Permit2: Approval(address,address,address,uint160,uint48)
  '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b': readPermit2(5),
  // Permit2: Permit(address,address,address,uint160,uint48,uint48)
  '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec': readPermit2(6),
  // Permit2: Lockdown(address,address,address)
  '0x89b1add15eff56b3dfe299ad94e01f2b52fbcb80ae1a3baea6ae8c04cb2b98a4': (event) => {
    const [owner, token, spender] = [event.address(0), event.address(1), event.address(2)]
    if (!sameAddress('eip155', event.at, permit2) || !owner || !token || !spender || !has(event, 1, 3)) return undefined
    return { owner, grants: [{ kind: 'forbidsToken', token, spender }] }
  },
  // Permit2: NonceInvalidation(address,address,address,uint48,uint48)
  '0x55eb90d810e1700b35a8e7e25395ff7f2b2259abd7415ca2284dfb1c246418f3': (event) => readCancellation(event, 3, 5),
  // Permit2: UnorderedNonceInvalidation(address,uint256,uint256)
  '0x3704902f963766a4e561bbaab6e6cdc1b1dd12f6e9e99648da8843b3f46b918d': (event) => readCancellation(event, 1, 3),
  // DelegateChanged(address,address,address): who votes, before and after
  '0x3134e8a2e6d97e929a7e54011ea5485d7d196dd5f0ba4d4ef95803e8e3fc257f': (event) => {
    const [owner, to] = [event.address(0), event.address(2)]
    if (!owner || !to || !has(event, 3, 3)) return undefined
    return { owner, grants: [{ kind: 'delegatesVotes', token: event.at, to }] }
  },
  // OwnershipTransferred(address,address)
  '0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0': (event) => {
    const [owner, to] = [event.address(0), event.address(1)]
    if (!owner || !to || !has(event, 2, 2)) return undefined
    return { owner, grants: [{ kind: 'handsOverContract', contract: event.at, to }] }
  },
}

function readCancellation(event: Event, topics: number, values: number): Read | undefined {
  const owner = event.address(0)
  if (!sameAddress('eip155', event.at, permit2) || !owner || !has(event, topics, values)) return undefined
  return { owner, grants: [{ kind: 'cancelsPermits' }] }
}

/** Deposit and Withdrawal of a wrapped coin that we know: it mints and burns without a Transfer. */
function readWrapped(event: Event): Read | undefined {
  const whose = event.address(0)
  if (!whose || !has(event, 1, 2)) return undefined
  const move = { token: event.at, amount: event.words[1]! }
  if (event.topic === '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c')
    return { moves: [{ ...move, from: nobody, to: whose }] }
  if (event.topic === '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65')
    return { moves: [{ ...move, from: whose, to: nobody }] }
  return undefined
}

const maxListLength = 500n

/** A list of numbers in an event's data, by the position of its offset. */
function listAt({ words, indexed }: Event, at: number): bigint[] | undefined {
  const data = words.slice(indexed)
  const offset = data[at]
  if (offset === undefined || offset % 32n !== 0n || offset / 32n >= BigInt(data.length)) return undefined
  const start = Number(offset / 32n)
  const length = data[start]!
  if (length > maxListLength || start + 1 + Number(length) > data.length) return undefined
  return data.slice(start + 1, start + 1 + Number(length))
}
