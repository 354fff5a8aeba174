import { providerError } from '../providerError.ts'
import type { WalletParts } from './walletParts.ts'

type Link = { topic: string; symKey: string; patienceMs: number }

/**
 * Subscribes to a pairing link's topic until the site's proposal arrives; throws one sentence that names the side that
 * failed.
 */
export async function followLink(wallet: WalletParts, { topic, symKey, patienceMs }: Link): Promise<void> {
  if ([...wallet.pending.values()].some((asking) => asking.topic === topic)) return
  const came = new Promise<'came'>((done) => wallet.awaited.set(topic, () => done('came')))
  try {
    const joined = wallet.peers().join(topic, symKey)
    if ((await within(patienceMs, Promise.race([joined, came]))) === late)
      throw providerError('unavailable', 'The relay is unreachable. Check the connection, then try the link again.')
    if ((await within(patienceMs, came)) === late)
      throw providerError(
        'unavailable',
        'The relay has no proposal for this link: it was lost, used before, or left with another relay. Make a new code on the site.',
      )
  } catch (e) {
    wallet.peers().leave(topic)
    throw e
  } finally {
    wallet.awaited.delete(topic)
  }
}

const late = Symbol('late')

function within<T>(ms: number, work: Promise<T>): Promise<T | typeof late> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<typeof late>((done) => {
    timer = setTimeout(() => done(late), ms)
  })
  return Promise.race([work, over]).finally(() => clearTimeout(timer))
}
