import { addressKey, sameAddress } from '@billfold/protocol/sameAddress'
import type { Hex } from '../evm/signHash.ts'
import type { EvmCall, EvmFact } from './describeEvmCall.ts'
import type { QueryEvm } from './fillTransaction.ts'
import type { ListedContracts } from './listedContracts.ts'

/** A swap at a listed exchange, as far as its contract enforces it. A token without an address is the network's coin. */
export type SwapFact = {
  kind: 'swaps'
  router: Hex
  exchange: string
  paid: { token: Hex | undefined; amount: bigint }
  got: { token: Hex | undefined; least: bigint }
  /** The account that receives the result, if it is not the payer's. */
  to?: Hex
  feeBps: number
  /** It carries a permit for what it takes, and nothing beyond. */
  hasPermit?: true
}

type Deps = { own: string; listed: ListedContracts; sources: readonly QueryEvm[] }

/**
 * Reads a swap from a call of a listed contract: undefined if it is on no list, or if any part of the call is not a plain swap. A permit inside
 * it that goes beyond the swap is a fact of its own.
 */
export async function readSwapCall(
  { to, value, data }: EvmCall,
  { own, listed, sources }: Deps,
): Promise<EvmFact[] | undefined> {
  const contract = to && listed.find(to)
  if (!contract?.source || !to) return undefined
  const { factsOf } = await import('@billfold/protocol/eip155/swapCallFault')
  const facts = factsOf(contract.source, data)
  if (!facts) return undefined
  const { takes, gives, feeBps, permit, settler } = facts
  // Unused coins stay in the contract, where anyone can take them.
  if (value !== (takes.token === undefined ? takes.amount : 0n)) return undefined
  if (settler !== undefined && !(await isSettlerConfirmed(settler, sources))) return undefined
  const isForOther = gives.to !== undefined && !sameAddress('eip155', gives.to, own)
  const swap: SwapFact = {
    ...{ kind: 'swaps', router: to, exchange: contract.name, feeBps },
    paid: { token: takes.token as Hex | undefined, amount: takes.amount },
    got: { token: gives.token as Hex | undefined, least: gives.least },
    ...(isForOther && { to: gives.to as Hex }),
  }
  const spender = addressKey('eip155', permit?.spender ?? to) as Hex
  const isWithin =
    !permit ||
    (sameAddress('eip155', permit.token, takes.token) &&
      permit.amount === takes.amount &&
      sameAddress('eip155', spender, to))
  if (isWithin) return [{ ...swap, ...(permit && { hasPermit: true }) }]
  const amount = permit.amount >= unlimited ? 'unlimited' : permit.amount
  return [swap, { kind: 'allowsToken', token: permit.token as Hex, spender, amount, until: permit.until }]
}

/** Permit2's maximum. */
const unlimited = 2n ** 160n - 1n

/** 0x's registry names the contract that enforces a swap's minimum: one server's word for it is not enough. */
async function isSettlerConfirmed(settler: string, sources: readonly QueryEvm[]): Promise<boolean> {
  if (sources.length < 2) return false
  const { fetchSettlers, isSettler } = await import('@billfold/protocol/eip155/swapCallFault')
  const answers = await Promise.all(
    sources.map((ask) =>
      fetchSettlers((call) => ask('eth_call', [call, 'latest']).catch(() => undefined)).then((named) =>
        isSettler(settler, named),
      ),
    ),
  )
  return answers.every(Boolean)
}
