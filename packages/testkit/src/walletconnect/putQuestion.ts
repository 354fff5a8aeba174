import { providerError } from '../providerError.ts'
import type { Asking } from './askings.ts'
import type { WalletParts } from './walletParts.ts'

/** Ends a question, which can be answered once. */
export function takeQuestion(wallet: WalletParts, asking: Asking, by: 'approve' | 'reject'): void {
  if (!wallet.pending.delete(asking.id)) throw providerError('invalid_request', 'Already answered')
  const isLate = asking.expiry <= wallet.now()
  wallet.tell({ type: 'answered', asking, by: isLate ? 'end' : by })
  if (isLate) throw providerError('invalid_request', 'This came too late: the site has given up. Ask it again there.')
}

/** Puts a question to anyone who holds the wallet; a policy that needs no one answers it at once. */
export function putQuestion(wallet: WalletParts, asking: Asking): void {
  if (asking.expiry <= wallet.now()) return
  wallet.pending.set(asking.id, asking)
  wallet.tell({ type: 'asked', asking })
  if (wallet.policy === 'ask' || !wallet.pending.has(asking.id)) return
  const answered: Promise<unknown> = wallet.policy === 'approve' ? asking.approve() : asking.reject()
  answered.catch(() => undefined) // the caller already has the error
}
