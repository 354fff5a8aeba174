import { addressKey, sameAddress } from '@billfold/protocol/sameAddress'
import type { Hex } from '../evm/signHash.ts'
import { frameNetwork } from '../page/frameNetwork.ts'
import type { ApprovalView, ViewLine, ViewRow } from './approvalView.ts'
import { describeEvmCall, type EvmCall, type EvmFact } from './describeEvmCall.ts'
import { addressRow, changesOf, type FactWords, lineOf, simulatedChanges, tokensIn } from './describeFacts.ts'
import type { QueryEvm } from './fillTransaction.ts'
import { type ListedContracts, listedContracts } from './listedContracts.ts'
import { pinnedTokens } from './pinnedTokens.ts'
import type { Grant } from './readLogs.ts'
import { readSwapCall } from './readSwapCall.ts'
import { readToken } from './readToken.ts'
import type { RequestContext } from './requestContext.ts'
import type { TriedCall } from './simulateChanges.ts'
import { grantName, type Simulated, simulateEverywhere } from './simulateEverywhere.ts'
import { changesWith, factsWithout } from './simulationGaps.ts'
import { isPromiseBroken } from './swapPromise.ts'
import { tokenWarnings } from './tokenWarnings.ts'

type CallsRequest = {
  calls: readonly EvmCall[]
  own: string
  /** The calls to simulate; none if they are known to fail. */
  trial: readonly TriedCall[]
}
type Described = {
  words: FactWords
  /** One of the calls is a swap, and the others at most give allowances to listed contracts. */
  isSwap: boolean
} & Pick<ApprovalView, 'changes' | 'lines' | 'rows' | 'obstacle' | 'mustConfirm' | 'target'>

/** Describes calls, one by one and in sum: by a simulation if a node supports it, and by their calldata. The first source is the API. */
export async function describeCalls(
  { calls, own, trial }: CallsRequest,
  { network, speech, contracts }: Pick<RequestContext, 'network' | 'speech' | 'contracts'>,
  sources: readonly QueryEvm[],
): Promise<Described> {
  const { say } = speech
  const [pinned, listed, ...plain] = await Promise.all([
    pinnedTokens(network),
    listedContracts(network, contracts),
    ...calls.map((call) => isPlain(call, sources)),
  ])
  const swaps = await Promise.all(calls.map((call) => readSwapCall(call, { own, listed, sources })))
  const facts = calls.flatMap((call, at): EvmFact[] => {
    const read = swaps[at] ?? describeEvmCall(call)
    // A call without words still runs a contract's code.
    if (read.length > 0 || plain[at] || !call.to) return read
    return [{ kind: 'callsUnknown', to: call.to, selector: '0x', bytes: 0 }]
  })
  // A payment to an account without code has no side effects; only code needs a simulation.
  const isTried = trial.length > 0 && plain.includes(false)
  const known = { isWrapped: pinned.isWrapped, isPinned: (token: string) => pinned.find(token) !== undefined }
  const result = isTried ? await simulateEverywhere(trial, own, sources, known) : undefined
  const simulated = result && 'changes' in result ? result : undefined
  const grants = simulated ? newGrants(simulated.grants, [...facts, ...facts.flatMap(permitOf)]) : []
  const missing = simulated ? factsWithout(simulated, facts, own) : []
  const changed = simulated ? changesWith(simulated, missing, own) : []
  const touched = [...tokensIn([...facts, ...grants]), ...changed.flatMap(({ token }) => token ?? [])]
  const tokens = new Map(
    await Promise.all(
      [...new Set(touched)].map(async (token) => [token, await readToken(token, sources, pinned)] as const),
    ),
  )
  const ofTokens = tokenWarnings(tokens, speech)
  const isCoinPinned = frameNetwork(network.id).coin.symbol === network.coin.symbol
  const words: FactWords = { speech, coin: network.coin, isCoinPinned, own, tokens, listed }
  const isBroken = simulated !== undefined && isPromiseBroken(simulated.changes, facts, own)
  const unsimulated: ViewRow = { label: '', value: say('unsimulated'), kind: 'text' }
  const changes = simulated ? simulatedChanges(changed, words, simulated.isUnverified) : changesOf(summed(facts), words)
  const lines = [
    ...factsWithItems(facts, grants).map(
      (fact): ViewLine => ({ ...lineOf(fact, words), ...(isBroken && fact.kind === 'swaps' && { tone: 'danger' }) }),
    ),
    ...grants.map((grant) => ({ ...lineOf(grant, words), ...(simulated?.isUnverified && { isUnverified: true }) })),
    ...(simulated?.unread.length ? [unreadLine(simulated)] : []),
    ...ofTokens.lines,
  ]
  // Said only where no code runs, and nothing is paid.
  const nothing: ViewLine = { text: say('nothing'), rows: [], ...(sources.length < 2 && { isUnverified: true }) }
  const target = targetOf(facts, words)
  return {
    ...{
      words,
      changes,
      isSwap: facts.every((fact) => isPartOfSwap(fact, listed)) && facts.some(({ kind }) => kind === 'swaps'),
    },
    ...(target && { target }),
    lines: facts.length > 0 ? lines : [nothing],
    rows: [...(isTried && !result ? [unsimulated] : []), ...feeRows()],
    ...warnings(),
    ...(result && 'failure' in result && { obstacle: failureText(result.failure) }),
  }

  function feeRows(): ViewRow[] {
    const bps = facts.flatMap((fact) => (fact.kind === 'swaps' && fact.feeBps > 0 ? [fact.feeBps] : []))
    return bps.map((each) => ({ label: say('swapFee'), value: `${speech.amount(BigInt(each), 2)}%`, kind: 'text' }))
  }

  function warnings(): Pick<ApprovalView, 'mustConfirm'> {
    const mustConfirm = [
      ...(facts.some((fact) => fact.kind === 'swaps' && fact.to) ? [say('swapPaysOther')] : []),
      ...(isBroken ? [say('swapDiffers')] : []),
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

const isPartOfSwap = (fact: EvmFact, listed: ListedContracts): boolean =>
  fact.kind === 'swaps' ||
  ((fact.kind === 'allowsToken' || fact.kind === 'forbidsToken') && listed.find(fact.spender) !== undefined)

/** The allowance of a swap's own permit: signed before, and used up by the swap. */
const permitOf = (fact: EvmFact): EvmFact[] =>
  fact.kind === 'swaps' && fact.hasPermit && fact.paid.token
    ? [
        {
          kind: 'allowsToken',
          token: fact.paid.token,
          spender: addressKey('eip155', fact.router) as Hex,
          amount: fact.paid.amount,
        },
      ]
    : []

/** The one account or contract that calls pay or run. */
function targetOf(facts: readonly EvmFact[], words: FactWords): ViewRow | undefined {
  const { say } = words.speech
  const targets = facts.flatMap((fact): ViewRow[] => {
    if (fact.kind === 'swaps') return [addressRow(say('contract'), fact.router, words)]
    if (fact.kind === 'callsUnknown') return [addressRow(say('contract'), fact.to, words)]
    if (fact.kind === 'pays' || fact.kind === 'sendsToken' || fact.kind === 'sendsItem')
      return [addressRow(say('to'), fact.to, words)]
    return []
  })
  const [first, ...others] = targets
  return first && others.every(({ value }) => sameAddress('eip155', value, first.value)) ? targets.at(-1) : undefined
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

/** Sums payments of the same asset to the same side: only a batch's total matters. */
function summed(facts: readonly EvmFact[]): EvmFact[] {
  const sums = new Map<string, EvmFact>()
  for (const fact of facts) {
    if (fact.kind === 'swaps') sums.set(String(sums.size), fact)
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
