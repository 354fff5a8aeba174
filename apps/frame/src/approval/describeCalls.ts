import { sameAddress } from '@billfold/protocol/sameAddress'
import type { ApprovalView, ViewLine, ViewRow } from './approvalView.ts'
import { describeEvmCall, type EvmCall, type EvmFact } from './describeEvmCall.ts'
import { changesOf, type FactWords, lineOf, simulatedChanges, tokensIn } from './describeFacts.ts'
import type { QueryEvm } from './fillTransaction.ts'
import { pinnedTokens } from './pinnedTokens.ts'
import type { Grant, Move } from './readLogs.ts'
import { readToken } from './readToken.ts'
import type { RequestContext } from './requestContext.ts'
import { netOf, type SimulatedChange, type TriedCall } from './simulateChanges.ts'
import { grantName, type Simulated, simulateEverywhere } from './simulateEverywhere.ts'
import { tokenWarnings } from './tokenWarnings.ts'

type CallsRequest = {
  calls: readonly EvmCall[]
  own: string
  /** The calls to simulate; none if they are known to fail. */
  trial: readonly TriedCall[]
}
type Described = { words: FactWords } & Pick<ApprovalView, 'changes' | 'lines' | 'rows' | 'obstacle' | 'mustConfirm'>

/** Describes calls, one by one and in sum: by a simulation if a node supports it, and by their calldata. The first source is the API. */
export async function describeCalls(
  { calls, own, trial }: CallsRequest,
  { network, speech }: Pick<RequestContext, 'network' | 'speech'>,
  sources: readonly QueryEvm[],
): Promise<Described> {
  const { say } = speech
  const [pinned, ...plain] = await Promise.all([pinnedTokens(network), ...calls.map((call) => isPlain(call, sources))])
  const facts = calls.flatMap((call, at): EvmFact[] => {
    const read = describeEvmCall(call)
    // A call without words still runs a contract's code.
    if (read.length > 0 || plain[at] || !call.to) return read
    return [{ kind: 'callsUnknown', to: call.to, selector: '0x', bytes: 0 }]
  })
  // A payment to an account without code has no side effects; only code needs a simulation.
  const isTried = trial.length > 0 && plain.includes(false)
  const known = { isWrapped: pinned.isWrapped, isPinned: (token: string) => pinned.find(token) !== undefined }
  const result = isTried ? await simulateEverywhere(trial, own, sources, known) : undefined
  const simulated = result && 'changes' in result ? result : undefined
  const grants = simulated ? newGrants(simulated.grants, facts) : []
  const missing = simulated ? factsWithout(simulated, facts, own) : []
  const changed = simulated ? changesWith(simulated, missing, own) : []
  const touched = [...tokensIn([...facts, ...grants]), ...changed.flatMap(({ token }) => token ?? [])]
  const tokens = new Map(
    await Promise.all(
      [...new Set(touched)].map(async (token) => [token, await readToken(token, sources, pinned)] as const),
    ),
  )
  const ofTokens = tokenWarnings(tokens, speech)
  const words: FactWords = { speech, coin: network.coin, own, tokens }
  const unsimulated: ViewRow = { label: '', value: say('unsimulated'), kind: 'text' }
  const changes = simulated ? simulatedChanges(changed, words, simulated.isUnverified) : changesOf(summed(facts), words)
  const lines = [
    ...factsWithItems(facts, grants).map((fact) => lineOf(fact, words)),
    ...grants.map((grant) => ({ ...lineOf(grant, words), ...(simulated?.isUnverified && { isUnverified: true }) })),
    ...(simulated?.unread.length ? [unreadLine(simulated)] : []),
    ...ofTokens.lines,
  ]
  // Said only where no code runs, and nothing is paid.
  const nothing: ViewLine = { text: say('nothing'), rows: [], ...(sources.length < 2 && { isUnverified: true }) }
  return {
    words,
    changes,
    lines: facts.length > 0 ? lines : [nothing],
    rows: isTried && !result ? [unsimulated] : [],
    ...warnings(),
    ...(result && 'failure' in result && { obstacle: failureText(result.failure) }),
  }

  function warnings(): Pick<ApprovalView, 'mustConfirm'> {
    const mustConfirm = [
      ...(facts.some(({ kind }) => kind === 'callsUnknown') ? [say('callUnknown')] : []),
      ...(simulated?.unread.length ? [say('eventsUnread')] : []),
      ...(missing.some(({ kind }) => kind !== 'pays') ? [say('simulationDiffers')] : []),
      ...(simulated?.isDisputed || ofTokens.isDisputed ? [say('sourcesDiffer')] : []),
      ...ofTokens.mustConfirm,
    ]
    return mustConfirm.length > 0 ? { mustConfirm } : {}
  }

  function unreadLine({ unread, isUnverified }: Simulated): ViewLine {
    const rows = unread.map((value): ViewRow => ({ label: say('contract'), value, kind: 'address' }))
    return { text: say('eventsUnread'), tone: 'danger', rows, ...(isUnverified && { isUnverified }) }
  }

  function failureText(reason: string): string {
    return reason ? say('wouldFail', { reason }) : say('wouldFailPlain')
  }
}

/** Whether a call is a payment to an account without code. False if the API does not respond; the operator's own nodes only confirm. */
async function isPlain({ data, to }: EvmCall, sources: readonly QueryEvm[]): Promise<boolean> {
  if (data !== '0x' || to === undefined) return false
  const codes = await Promise.all(
    sources.map((ask, at) => ask('eth_getCode', [to, 'latest']).catch(() => (at === 0 ? undefined : '0x'))),
  )
  return codes.every((code) => code === '0x')
}

/** Rights that the calls themselves don't state, the largest of each. */
function newGrants(all: readonly Grant[], facts: readonly EvmFact[]): Grant[] {
  const grants = new Map<string, Grant>()
  for (const grant of all) {
    const name = grantName(grant)
    const before = grants.get(name)
    if (!before || weightOf(grant) > weightOf(before)) grants.set(name, grant)
  }
  return [...grants.values()].filter((grant) => {
    if (grant.kind === 'allowsItem') return true
    const stated = facts
      .filter((fact) => isGrant(fact) && grantName(fact) === grantName(grant))
      .map((fact) => fact as Grant)
    // The calls may use up part of a permission, so the simulation can report less than was granted.
    return !stated.some((fact) => weightOf(fact) >= weightOf(grant))
  })
}

const isGrant = (fact: EvmFact): fact is Grant =>
  ['allowsToken', 'forbidsToken', 'allowsItem', 'allowsAllItems', 'forbidsAllItems'].includes(fact.kind)

/** Orders grants of the same right by how much they allow. */
function weightOf(grant: Grant): bigint {
  if (grant.kind === 'allowsToken') return grant.amount === 'unlimited' ? 2n ** 256n : grant.amount
  return grant.kind === 'forbidsToken' || grant.kind === 'forbidsAllItems' ? -1n : 0n
}

/** Approvals of an item and of an amount have the same calldata; the simulation tells them apart. */
const factsWithItems = (facts: readonly EvmFact[], grants: readonly Grant[]): EvmFact[] =>
  facts.filter(
    (fact) =>
      fact.kind !== 'allowsToken' ||
      !grants.some(
        (grant) =>
          grant.kind === 'allowsItem' &&
          sameAddress('eip155', grant.collection, fact.token) &&
          sameAddress('eip155', grant.spender, fact.spender) &&
          grant.id === fact.amount,
      ),
  )

/** Facts of the calldata that a simulation leaves out: the contract emits no events, or the source hides them. */
function factsWithout({ moves, grants }: Simulated, facts: readonly EvmFact[], own: string): EvmFact[] {
  const same = (one: string | undefined, two: string) => one !== undefined && sameAddress('eip155', one, two)
  const moved = (token: string | undefined, to: string) =>
    moves.some(
      (move) =>
        (token === undefined ? move.token === undefined : same(move.token, token)) &&
        same(move.from, own) &&
        same(move.to, to),
    )
  return facts.filter((fact) => {
    switch (fact.kind) {
      case 'pays':
        return !same(fact.to, own) && !moved(undefined, fact.to)
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
function changesWith({ changes }: Simulated, missing: readonly EvmFact[], own: string): SimulatedChange[] {
  const left = missing.flatMap((fact): Move[] => {
    if (fact.kind === 'pays') return [{ from: own, to: fact.to, amount: fact.amount }]
    if (fact.kind === 'sendsToken') return [{ from: own, to: fact.to, token: fact.token, amount: fact.amount }]
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

/** Sums payments of the same asset to the same side: only a batch's total matters. */
function summed(facts: readonly EvmFact[]): EvmFact[] {
  const sums = new Map<string, EvmFact>()
  for (const fact of facts) {
    if (fact.kind !== 'pays' && fact.kind !== 'sendsToken') continue
    const side = fact.kind === 'pays' ? 'coin' : [fact.token, fact.from ?? '', fact.to].join()
    const before = sums.get(side)
    sums.set(
      side,
      before && 'amount' in before ? ({ ...fact, amount: (before.amount as bigint) + fact.amount } as EvmFact) : fact,
    )
  }
  return [...sums.values()]
}
