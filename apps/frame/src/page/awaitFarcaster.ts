import { KitError } from '@billfold/protocol/error'
import type { SocialLogin, Wallet } from '../wallet/wallet.ts'

/** Resolves after `ms`, or at once when the page stops waiting. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>

const pauseMs = 1500
/** The API's own limit for an unsigned sign-in. */
const deadlineMs = 600_000
/** Consecutive failures allowed: phones lose their network while the person is in another app. */
const maxFailures = 10
const temporary = ['unavailable', 'timeout', 'sources_unavailable', 'too_many_requests']

/** Polls until the person has signed on their phone; throws at the deadline, or when the page stops waiting. */
export async function awaitFarcaster(
  wallet: Pick<Wallet, 'finishFarcaster'>,
  login: { flow: string | undefined; site: string },
  signal: AbortSignal,
  wait: Wait = pause,
): Promise<SocialLogin> {
  let failures = 0
  for (let waited = 0; waited < deadlineMs; waited += pauseMs) {
    if (signal.aborted) throw new KitError('aborted')
    const result = await wallet.finishFarcaster(login).catch((error: unknown) => {
      failures++
      if (failures >= maxFailures || !temporary.includes(KitError.from(error).code)) throw error
      return undefined
    })
    if (result) failures = 0
    if (result && !('isPending' in result)) return result
    await wait(pauseMs, signal)
  }
  throw new KitError('timeout')
}

const pause: Wait = (ms, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
