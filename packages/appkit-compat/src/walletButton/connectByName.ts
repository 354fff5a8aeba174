import type { AppKit } from '@billfold/react'
import type { ChainNamespace, ParsedCaipAddress } from '../shapes/network.ts'

type Kit = AppKit['kit']
const logins = ['email', 'google', 'github', 'apple', 'facebook', 'x', 'discord', 'farcaster']

/**
 * Opens the dialog on one wallet, and resolves with the account once it is connected; rejects when the visitor declines
 * or leaves.
 */
export async function connectByName(
  kit: Kit,
  { wallet, namespace }: { wallet: string; namespace: ChainNamespace | undefined },
): Promise<ParsedCaipAddress> {
  const { openWallet } = await import('@billfold/react/actions')
  const family = namespace as 'eip155' | undefined
  const outcome = outcomeOf(kit, namespace)
  if (logins.includes(wallet)) kit.store.send({ type: 'modal/opened', view: { name: 'Connect' } })
  else await openWallet(kit, { wallet, namespace: family })
  return outcome
}

function outcomeOf(kit: Kit, namespace: ChainNamespace | undefined): Promise<ParsedCaipAddress> {
  return new Promise((resolve, reject) => {
    const stop = kit.store.onEvent((event) => {
      const end = (settle: () => void) => {
        stop()
        settle()
      }
      switch (event.type) {
        case 'account/connected': {
          if (namespace !== undefined && event.namespace !== namespace) return
          const { address } = event.account ?? event.accounts[0]
          const chainId = event.networkId.slice(event.namespace.length + 1)
          return end(() => resolve({ chainNamespace: event.namespace, chainId, address }))
        }
        case 'connect/declined':
          return end(() => reject(new Error('The visitor rejected the request')))
        case 'connect/failed':
          return end(() => reject(new Error(event.message)))
        case 'modal/closed':
          return end(() => reject(new Error('The dialog was closed before a wallet was connected')))
      }
    })
  })
}
