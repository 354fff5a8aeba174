import type { QueryEvm } from './fillTransaction.ts'
import type { Grant, LogFacts, Move } from './readLogs.ts'
import {
  type KnownContracts,
  type SimulatedChange,
  type Simulation,
  simulateChanges,
  type TriedCall,
} from './simulateChanges.ts'

/** The simulations of every source, combined. */
export type Simulated = Simulation & {
  /** Only one source could simulate. */
  isUnverified: boolean
  /** Two sources disagree about more than amounts. */
  isDisputed: boolean
}

/**
 * Simulates calls on every source at once, and returns the worst of it: everything that any source takes or allows, the highest loss and the
 * lowest gain. Counts as failing only if every source that can simulate reports it; undefined if none can.
 */
export async function simulateEverywhere(
  calls: readonly TriedCall[],
  own: string,
  sources: readonly QueryEvm[],
  known: KnownContracts,
): Promise<Simulated | { failure: string } | undefined> {
  const trials = await Promise.all(sources.map((ask) => simulateChanges(calls, own, ask, known)))
  const failures = trials.filter((trial) => trial && 'failure' in trial) as { failure: string }[]
  const done = trials.filter((trial) => trial && 'changes' in trial) as Simulation[]
  const [first, ...others] = done
  if (!first) return failures[0]
  const merged = others.reduce(worseOf, first)
  return {
    ...merged,
    isUnverified: done.length + failures.length < 2,
    isDisputed: failures.length > 0 || others.some((other) => !isAlike(first, other)),
  }
}

const nameOf = ({ token, item }: SimulatedChange): string => `${token ?? ''}:${item ?? ''}`
const isGain = (amount: bigint): boolean => amount > 0n

/** Compares simulations by assets, directions and grants; amounts may differ from block to block. */
function isAlike(one: Simulation, two: Simulation): boolean {
  const changed = ({ changes }: Simulation) => changes.map((each) => `${nameOf(each)}${isGain(each.amount)}`).sort()
  const granted = ({ grants }: LogFacts) => [...new Set(grants.map(grantName))].sort()
  const same = (a: readonly string[], b: readonly string[]) => a.join() === b.join()
  return (
    same(changed(one), changed(two)) &&
    same(granted(one), granted(two)) &&
    same(one.unread.toSorted(), two.unread.toSorted())
  )
}

function worseOf(one: Simulation, two: Simulation): Simulation {
  const changes = new Map(one.changes.map((each) => [nameOf(each), each]))
  for (const each of two.changes) {
    const before = changes.get(nameOf(each))
    // A gain that only one source reports does not count.
    if (before ? each.amount < before.amount : !isGain(each.amount)) changes.set(nameOf(each), each)
  }
  for (const [name, { amount }] of [...changes])
    if (isGain(amount) && !two.changes.some((each) => nameOf(each) === name)) changes.delete(name)
  return {
    changes: [...changes.values()].sort((a, b) => Number(isGain(a.amount)) - Number(isGain(b.amount))),
    // Only moves that both sources report are confirmed.
    moves: one.moves.filter((move) => two.moves.some((other) => isSameMove(move, other))),
    grants: [...one.grants, ...two.grants],
    unread: [...new Set([...one.unread, ...two.unread])],
  }
}

const isSameMove = (one: Move, two: Move): boolean =>
  one.token === two.token && one.item === two.item && one.from === two.from && one.to === two.to

/** Identifies a grant regardless of its amount. */
export function grantName(grant: Grant): string {
  switch (grant.kind) {
    case 'allowsToken':
    case 'forbidsToken':
      return `token ${grant.token} ${grant.spender}`
    case 'allowsItem':
      return `item ${grant.collection} ${grant.spender} ${grant.id}`
    case 'allowsAllItems':
    case 'forbidsAllItems':
      return `items ${grant.collection} ${grant.operator}`
    case 'delegatesVotes':
      return `votes ${grant.token} ${grant.to}`
    case 'handsOverContract':
      return `contract ${grant.contract} ${grant.to}`
    case 'cancelsPermits':
      return grant.kind
  }
}
