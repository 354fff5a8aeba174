import { readKyberSwap, readLifi, readOneInch, readZeroX } from './readHostedCall.ts'
import { readUniversalRouter, readV3Router } from './readUniswapCall.ts'
import type { SwapContract } from './swapContracts.ts'
import type { SwapFacts } from './swapFacts.ts'

/** How a call of each source is read; what is not here cannot be, and is not offered. */
const readers: Readonly<Record<string, (data: string) => SwapFacts>> = {
  uniswap: readUniversalRouter,
  'uniswap-v3': readV3Router,
  '0x': readZeroX,
  '1inch': readOneInch,
  lifi: readLifi,
  kyberswap: readKyberSwap,
}

/** Whether calls of a source can be read. */
export const isReadable = (sourceId: string): boolean => Object.hasOwn(readers, sourceId)

/** The swap that the visitor approved. A token without an address is the chain's own coin. */
export type ShownSwap = {
  sourceId: string
  user: string
  from: string | undefined
  to: string | undefined
  amount: bigint
  /** The least that may come out. */
  least: bigint
  /** The largest share that was shown as a fee, in hundredths of a percent. */
  feeBps: number
  contract: SwapContract
}

/** The few ways in which a call is not what was shown. */
export type SwapFault =
  | 'a call that cannot be decoded'
  | 'another contract'
  | 'another value'
  | 'another recipient'
  | 'another token to pay'
  | 'another token to receive'
  | 'another amount'
  | 'a lower minimum'
  | 'a higher fee'
  | 'another permission'
  | 'no end'

/** A call that is sent later than this was kept for something. */
const maxDeadlineS = 3_600n

/** Reads a call and compares it with the approved swap: its fault, otherwise its effects. `now` is in milliseconds. */
export function readSwap(
  { to, data, value }: { to: string; data: string; value: bigint },
  shown: ShownSwap,
  now: number,
): { fault: SwapFault } | { facts: SwapFacts } {
  const facts = factsOf(shown.sourceId, data)
  if (!facts) return { fault: 'a call that cannot be decoded' }
  const fault = faultOf(facts, { to, value }, shown, BigInt(Math.floor(now / 1000)) + maxDeadlineS)
  return fault ? { fault } : { facts }
}

/** The effects of a source's call, by its own bytes; undefined if it cannot be read. */
export function factsOf(sourceId: string, data: string): SwapFacts | undefined {
  try {
    return Object.hasOwn(readers, sourceId) ? readers[sourceId]?.(data) : undefined
  } catch {
    // Another function, or bytes of another shape.
    return undefined
  }
}

function faultOf(
  { takes, gives, feeBps, until, permit }: SwapFacts,
  { to, value }: { to: string; value: bigint },
  shown: ShownSwap,
  latest: bigint,
): SwapFault | undefined {
  const { router } = shown.contract
  const rules: readonly (readonly [boolean, SwapFault])[] = [
    [isSame(to, router), 'another contract'],
    [value === (shown.from === undefined ? shown.amount : 0n), 'another value'],
    [isSame(gives.to ?? shown.user, shown.user), 'another recipient'],
    [isSame(takes.token, shown.from), 'another token to pay'],
    [isSame(gives.token, shown.to), 'another token to receive'],
    [takes.amount === shown.amount, 'another amount'],
    [gives.least > 0n && gives.least >= shown.least, 'a lower minimum'],
    [feeBps <= shown.feeBps, 'a higher fee'],
    [until === undefined || until <= latest, 'no end'],
    [!permit || (isSame(permit.token, shown.from) && permit.amount === shown.amount), 'another permission'],
    [!permit || (isSame(permit.spender ?? router, router) && permit.until <= latest), 'another permission'],
  ]
  return rules.find(([holds]) => !holds)?.[1]
}

const isSame = (a: string | undefined, b: string | undefined) => a?.toLowerCase() === b?.toLowerCase()

/**
 * 0x's registry of Settlers, on every chain: `ownerOf(2)` is the current one, `prev(2)` the previous one, which its
 * service may still use.
 */
export const settlerRegistry = '0x00000000000004533Fe15556B1E086BB1A72cEae'
const settlerSelectors = ['6352211e', 'e2603dc2']

/**
 * The Settlers in 0x's registry. `call` calls a contract, and resolves with nothing if it reverts, as before the first
 * Settler.
 */
export async function fetchSettlers(
  call: (contract: { to: string; data: string }) => Promise<unknown>,
): Promise<readonly string[]> {
  const calls = settlerSelectors.map((selector) =>
    call({ to: settlerRegistry, data: `0x${selector}${'2'.padStart(64, '0')}` }),
  )
  return (await Promise.all(calls)).flatMap((answer) =>
    typeof answer === 'string' && /^0x0{24}[0-9a-fA-F]{40}$/.test(answer) ? [`0x${answer.slice(26)}`] : [],
  )
}

/** Whether a Settler is among those that the registry names. */
export const isSettler = (settler: string, named: readonly string[]): boolean =>
  named.some((each) => isSame(each, settler))
