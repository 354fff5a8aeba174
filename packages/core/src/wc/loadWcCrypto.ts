import { loadOnce } from '../ports/loadOnce.ts'
import type { Page } from '../ports/page.ts'
import { platformCrypto } from './platformCrypto.ts'
import type { WcCrypto } from './wcCrypto.ts'

const loadNoble = loadOnce<WcCrypto>(async () => (await import('./nobleCrypto.ts')).nobleCrypto)

/** The browser's implementation; without the curves or a secure context, the library's, loaded on demand. */
export async function loadWcCrypto(page: Pick<Page, 'global'>): Promise<WcCrypto> {
  const { subtle } = (page.global('crypto') ?? {}) as Partial<Crypto>
  const own = subtle && (await platformCrypto(subtle))
  return own || loadNoble()
}
