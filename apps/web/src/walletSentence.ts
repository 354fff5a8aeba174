import { KitError } from '@billfold/protocol/error'

/** What to tell the visitor when a wallet did not connect: what happened, what it means, what to do now. */
export function walletSentence(e: unknown, wallet: string): string {
  const { code } = KitError.from(e)
  if (code === 'user_rejected') return `You said no in ${wallet}. Nothing was shared; connect again whenever you like.`
  if (code === 'unavailable') return `${wallet} already has a question open. Answer it there first.`
  if (code === 'unauthorized') return `${wallet} is locked or does not allow this page. Unlock it, then connect again.`
  if (code === 'timeout') return `${wallet} did not answer. Nothing was shared; open it and try again.`
  return `${wallet} could not connect. Nothing was shared; try again, or use another wallet.`
}
