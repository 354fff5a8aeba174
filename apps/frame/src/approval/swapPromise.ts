import { addressKey, sameAddress } from '@billfold/protocol/sameAddress'
import type { EvmFact } from './describeEvmCall.ts'
import type { SimulatedChange } from './simulateChanges.ts'

const coin = ''
const keyOf = (token: string | undefined): string => (token === undefined ? coin : addressKey('eip155', token))

/**
 * Whether a simulation breaks what calls with a swap promise: an asset loses more than they state, or gains less than the swap's minimum. Only
 * calls that are decoded to their end promise anything.
 */
export function isPromiseBroken(changes: readonly SimulatedChange[], facts: readonly EvmFact[], own: string): boolean {
  if (!facts.some(({ kind }) => kind === 'swaps') || facts.some(({ kind }) => kind === 'callsUnknown')) return false
  const promised = new Map<string, bigint>()
  const add = (token: string | undefined, amount: bigint) =>
    promised.set(keyOf(token), (promised.get(keyOf(token)) ?? 0n) + amount)
  for (const fact of facts) {
    if (fact.kind === 'swaps') {
      add(fact.paid.token, -fact.paid.amount)
      if (!fact.to) add(fact.got.token, fact.got.least)
    } else if (fact.kind === 'pays' && !sameAddress('eip155', fact.to, own)) add(undefined, -fact.amount)
    else if (fact.kind === 'sendsToken' && !sameAddress('eip155', fact.to, own)) add(fact.token, -fact.amount)
  }
  const simulated = new Map(
    changes.filter(({ item }) => item === undefined).map(({ token, amount }) => [keyOf(token), amount]),
  )
  const sendsItem = facts.some(({ kind }) => kind === 'sendsItem')
  return (
    [...new Set([...promised.keys(), ...simulated.keys()])].some(
      (token) => (simulated.get(token) ?? 0n) < (promised.get(token) ?? 0n),
    ) || changes.some(({ item, amount }) => item !== undefined && amount < 0n && !sendsItem)
  )
}
