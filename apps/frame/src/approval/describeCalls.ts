import type { ApprovalView, ViewRow } from './approvalView.ts'
import { describeEvmCall, type EvmCall, type EvmFact } from './describeEvmCall.ts'
import { changesOf, type FactWords, lineOf, simulatedChanges, tokensIn } from './describeFacts.ts'
import type { AskEvm } from './fillTransaction.ts'
import type { ReadDeps } from './readDeps.ts'
import { readToken } from './readToken.ts'
import { simulateChanges, type TriedCall } from './simulateChanges.ts'

type Asked = {
  calls: readonly EvmCall[]
  /** Whose calls they are. */
  own: string
  /** What the chain is asked to try, in the account's name; none where it is known already that it fails. */
  trial: readonly TriedCall[]
}

/** What calls do, in words and in sum: by simulating them where the node supports it, and by decoding their calldata. */
export async function describeCalls(
  { calls, own, trial }: Asked,
  { network, speech }: Pick<ReadDeps, 'network' | 'speech'>,
  ask: AskEvm,
): Promise<{ words: FactWords } & Pick<ApprovalView, 'changes' | 'lines' | 'rows' | 'obstacle'>> {
  const { say } = speech
  const facts = calls.flatMap((call) => describeEvmCall(call))
  // A plain payment does what it says; what code does is tried.
  const isTried = trial.length > 0 && calls.some(({ data }) => data !== '0x')
  const result = isTried ? await simulateChanges(trial, own, ask) : undefined
  const simulated = result && 'changes' in result ? result.changes : undefined
  const touched = [...tokensIn(facts), ...(simulated ?? []).flatMap(({ token }) => token ?? [])]
  const tokens = new Map(
    await Promise.all([...new Set(touched)].map(async (token) => [token, await readToken(token, ask)] as const)),
  )
  const words = { speech, coin: network.coin, own, tokens }
  const unsimulated: ViewRow = { label: '', value: say('unsimulated'), kind: 'text' }
  return {
    words,
    changes: simulated ? simulatedChanges(simulated, words) : changesOf(summed(facts), words),
    lines: facts.length > 0 ? facts.map((fact) => lineOf(fact, words)) : [{ text: say('nothing'), rows: [] }],
    rows: isTried && !result ? [unsimulated] : [],
    ...(result && 'failure' in result && { obstacle: failureText(result.failure) }),
  }

  function failureText(reason: string): string {
    return reason ? say('wouldFail', { reason }) : say('wouldFailPlain')
  }
}

/** Payments of the same to the same side, added up: a batch is judged by what it takes in all. */
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
