import { KitError } from '@billfold/protocol/error'
import type { SocialLogin, Wallet } from '../wallet/wallet.ts'

/** Resolves after so many milliseconds, or at once when the page no longer waits. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>

const pauseMs = 1500
/** As long as the API keeps a sign-in that no one has signed. */
const deadlineMs = 600_000
/** How often the API may fail to answer in a row: phones lose their network when their person is in another app. */
const mostFailures = 10
const passing = ['unavailable', 'timeout', 'sources_unavailable', 'too_many_requests']

/** Asks until the person has signed on their phone; ends when they took too long, or the page no longer wants it. */
export async function awaitFarcaster(
  wallet: Pick<Wallet, 'finishFarcaster'>,
  asked: { flow: string | undefined; site: string },
  signal: AbortSignal,
  wait: Wait = pause,
): Promise<SocialLogin> {
  let failures = 0
  for (let waited = 0; waited < deadlineMs; waited += pauseMs) {
    if (signal.aborted) throw new KitError('aborted')
    const told = await wallet.finishFarcaster(asked).catch((error: unknown) => {
      failures++
      if (failures >= mostFailures || !passing.includes(KitError.from(error).code)) throw error
      return undefined
    })
    if (told) failures = 0
    if (told && !('isPending' in told)) return told
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
