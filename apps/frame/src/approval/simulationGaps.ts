import { sameAddress } from '@billfold/protocol/sameAddress'
import type { EvmFact } from './describeEvmCall.ts'
import type { Move } from './readLogs.ts'
import { netOf, type SimulatedChange } from './simulateChanges.ts'
import type { Simulated } from './simulateEverywhere.ts'

/** Facts of the calldata that a simulation leaves out: the contract emits no events, or the source hides them. */
export function factsWithout({ moves, grants }: Simulated, facts: readonly EvmFact[], own: string): EvmFact[] {
  const same = (one: string | undefined, two: string) => one !== undefined && sameAddress('eip155', one, two)
  const moved = (token: string | undefined, to: string) =>
    moves.some(
      (move) =>
        (token === undefined ? move.token === undefined : same(move.token, token)) &&
        same(move.from, own) &&
        same(move.to, to),
    )
  const lost = (token: string | undefined) =>
    moves.some(
      (move) => (token === undefined ? move.token === undefined : same(move.token, token)) && same(move.from, own),
    )
  return facts.filter((fact) => {
    switch (fact.kind) {
      case 'pays':
        return !same(fact.to, own) && !moved(undefined, fact.to)
      case 'swaps':
        return fact.paid.amount > 0n && !lost(fact.paid.token)
      case 'sendsToken':
        return fact.amount > 0n && (fact.from === undefined || same(fact.from, own)) && !moved(fact.token, fact.to)
      case 'sendsItem':
        return fact.amount > 0n && same(fact.from, own) && !moved(fact.collection, fact.to)
      case 'allowsToken':
        return !grants.some(
          (grant) =>
            ((grant.kind === 'allowsToken' || grant.kind === 'forbidsToken') &&
              same(grant.token, fact.token) &&
              same(grant.spender, fact.spender)) ||
            (grant.kind === 'allowsItem' && same(grant.collection, fact.token) && same(grant.spender, fact.spender)),
        )
      case 'allowsAllItems':
        return !grants.some(
          (grant) =>
            grant.kind === 'allowsAllItems' &&
            same(grant.collection, fact.collection) &&
            same(grant.operator, fact.operator),
        )
      default:
        return false
    }
  })
}

/** Changes of a simulation, plus the payments that it left out. */
export function changesWith({ changes }: Simulated, missing: readonly EvmFact[], own: string): SimulatedChange[] {
  const left = missing.flatMap((fact): Move[] => {
    if (fact.kind === 'pays') return [{ from: own, to: fact.to, amount: fact.amount }]
    if (fact.kind === 'sendsToken') return [{ from: own, to: fact.to, token: fact.token, amount: fact.amount }]
    if (fact.kind === 'swaps') return [{ from: own, to: fact.router, ...fact.paid }]
    if (fact.kind === 'sendsItem')
      return [{ from: own, to: fact.to, token: fact.collection, item: fact.id, amount: fact.amount }]
    return []
  })
  const moves = changes.map(({ amount, ...of }): Move => {
    const [from, to] = amount < 0n ? [own, ''] : ['', own]
    return { ...of, from, to, amount: amount < 0n ? -amount : amount }
  })
  return left.length > 0 ? netOf([...moves, ...left], own) : changes
}
