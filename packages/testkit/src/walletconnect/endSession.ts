import type { WalletConnectEvent, WalletParts } from './walletParts.ts'

type By = Extract<WalletConnectEvent, { type: 'ended' }>['by']

/** Forgets a session and everything asked on it. */
export function endSession(wallet: WalletParts, topic: string, by: By): void {
  wallet.peers().leave(topic)
  for (const [id, asking] of wallet.pending)
    if (asking.topic === topic) {
      wallet.pending.delete(id)
      wallet.tell({ type: 'answered', asking, by: 'end' })
    }
  if (wallet.store.delete(topic)) wallet.tell({ type: 'ended', topic, by })
}
