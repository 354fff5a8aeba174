import { alertUnusedRelay } from '@billfold/core/features/alert/alertUnusedRelay'
import { reachFrom } from '@billfold/core/features/walletConnect/platformsOf'
import type { Kit } from '@billfold/core/kit'
import type { Wallet } from '@billfold/protocol/api/registry'
import { walletConnectTexts } from '../../i18n/compiled/walletConnectTexts.ts'
import type { Language } from '../../i18n/matchLocale.ts'

/** Short reasons for the rows of listed wallets that cannot connect here, by wallet id. */
export async function reachNotes(
  kit: Kit,
  wallets: readonly Wallet[],
  language: Language,
): Promise<Readonly<Record<string, string>>> {
  alertUnusedRelay(kit, wallets)
  const state = kit.store.get()
  const reasons = wallets.flatMap((wallet) => {
    const { reason } = reachFrom(state, wallet)
    return reason ? [[wallet.id, reason] as const] : []
  })
  if (reasons.length === 0) return {}
  const { notes } = (await walletConnectTexts.load(language)).noReach
  return Object.fromEntries(reasons.map(([id, reason]) => [id, notes[reason]]))
}
