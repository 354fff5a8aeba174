import { ProviderError, providerError } from './providerError.ts'
import type { AskedQuestion, Question } from './question.ts'

/** How the wallet answers: automatically, not until a control is called, or by prompting the person in front of it. */
export type Policy = 'approve' | 'reject' | 'stall' | 'ask'

/** A policy for each method; `'*'` is for the rest. */
export type PolicyMap = { readonly [method: string]: Policy }

/** A request that waits for an answer, and the two answers. */
export type PendingRequest = {
  /** The method that the site called. */
  method: string
  /** The question to the person. */
  question: AskedQuestion
  /** Approves the request. */
  approve(): void
  /** Rejects the request (code 4001). */
  reject(): void
}

/** Shows a question to a person; true means yes. Stops showing it when the signal aborts. */
export type Ask = (question: AskedQuestion, signal: AbortSignal) => Promise<boolean>

export type Approvals = ReturnType<typeof createApprovals>

// A wallet shows one connection or network prompt at a time, while signatures and transactions queue.
const exclusive: ReadonlySet<Question['kind']> = new Set(['connect', 'unlock', 'switchChain', 'addChain'])

const noWindow = "The policy is 'ask', but the wallet is not installed in a page that can show a window"

/** Decides every request that needs a person's yes: by policy, by what the test said about the next one, or by asking. */
export function createApprovals(options: {
  policy: Policy | PolicyMap
  origin: () => string
  ask: () => Ask | undefined
}) {
  let policies = asMap(options.policy)
  const pending: PendingRequest[] = []
  const nextAnswers: boolean[] = []
  const failures: { error: ProviderError; method: string | undefined }[] = []

  function answerNext(yes: boolean) {
    const [oldest] = pending
    if (!oldest) nextAnswers.push(yes)
    else if (yes) oldest.approve()
    else oldest.reject()
  }

  /** Resolves when the answer is yes; throws 4001 when it is no and -32002 when such a question already waits. */
  async function confirm(method: string, question: Question): Promise<void> {
    takeFailure(undefined)
    const prompt = { ...question, method, origin: options.origin() }
    if (exclusive.has(question.kind) && pending.some((p) => p.question.kind === question.kind))
      throw providerError('unavailable', `A request of the same kind is already waiting in the wallet: ${method}`)
    const answer = nextAnswers.shift()
    if (answer !== undefined) return settle(answer)
    const policy = policies[method] ?? policies['*'] ?? 'approve'
    // No one unlocks a wallet by policy: that takes unlock(), approveNext() or a person.
    if (policy === 'approve' && question.kind !== 'unlock') return
    if (policy === 'reject') return settle(false)
    return settle(await wait(prompt, policy === 'ask'))
  }

  function wait(question: AskedQuestion, show: boolean): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const shown = new AbortController()
      const take = () => {
        const at = pending.indexOf(entry)
        if (at >= 0) pending.splice(at, 1)
        return at >= 0
      }
      const fail = (error: unknown) => take() && reject(error)
      const done = (yes: boolean) => {
        if (!take()) return
        shown.abort()
        resolve(yes)
      }
      const entry: PendingRequest = {
        method: question.method,
        question,
        approve: () => done(true),
        reject: () => done(false),
      }
      pending.push(entry)
      if (!show) return
      const ask = options.ask()
      if (ask) ask(question, shown.signal).then(done, fail)
      else fail(providerError('internal', noWindow))
    })
  }

  function takeFailure(method: string | undefined) {
    const at = failures.findIndex((failure) => failure.method === method)
    const [failure] = at < 0 ? [] : failures.splice(at, 1)
    if (failure) throw failure.error
  }

  return {
    confirm,
    takeFailure,
    pending: (): readonly PendingRequest[] => [...pending],
    /** One policy for everything, or a map that adds to what was set before. */
    policy(next: Policy | PolicyMap) {
      policies = typeof next === 'string' ? asMap(next) : { ...policies, ...next }
    },
    approveNext: () => answerNext(true),
    rejectNext: () => answerNext(false),
    /** Makes the next request to this method fail with this error; without a method, the next one that would prompt. */
    failNext(code: number, message: string, method?: string) {
      failures.push({ error: new ProviderError(code, message), method })
    },
    /** Answers every waiting question of a kind. */
    answerAll(kind: Question['kind'], yes: boolean) {
      for (const entry of [...pending]) if (entry.question.kind === kind) yes ? entry.approve() : entry.reject()
    },
    /** Rejects whatever waits: the page is going away. */
    rejectAll() {
      for (const entry of [...pending]) entry.reject()
    },
  }
}

const asMap = (policy: Policy | PolicyMap): PolicyMap => (typeof policy === 'string' ? { '*': policy } : policy)

function settle(yes: boolean): void {
  if (!yes) throw providerError('user_rejected')
}
