import { requestWallet } from '@billfold/core/features/account/requestWallet'
import { disconnect as leaveWallets } from '@billfold/core/features/connect/disconnect'
import { switchNetwork as switchTo } from '@billfold/core/features/network/switchNetwork'
import { toNetwork } from '@billfold/core/features/network/toNetwork'
import type { Kit } from '@billfold/core/kit'
import { connectedAccount } from '@billfold/core/model/connectedAccount'
import type { NetworkInput } from '@billfold/core/model/network'
import type { AnyNamespace } from '@billfold/protocol/caip'
import { rpcErrorOf } from '@billfold/protocol/rpcError'
import type { WalletProvider } from './walletProvider.ts'

// Wallet calls of an instance and its providers: one file, fetched by the first call.

/** Leaves the wallets of a family, or all. */
export const disconnect = (kit: Kit, namespace?: AnyNamespace): Promise<void> =>
  leaveWallets(kit, namespace ? { namespace } : {})

/** Switches to a network; a failure rejects with the error that libraries look for. */
export async function switchNetwork(kit: Kit, network: NetworkInput): Promise<void> {
  const error = await switchTo(kit, { networkId: toNetwork(network).networkId })
  if (error) throw rpcErrorOf(error)
}

/** A site's request to the connected wallet, with the errors that libraries look for. */
export const providerRequest = (kit: Kit, input: Parameters<typeof requestWallet>[1]): Promise<unknown> =>
  requestWallet(kit, input).catch((e: unknown) => {
    throw rpcErrorOf(e)
  })

/** Calls one of AppKit's methods of a family over the provider's requests. */
export async function callMethod(
  kit: Kit,
  provider: WalletProvider,
  { namespace, name, input }: { namespace: 'solana' | 'bip122' | 'polkadot'; name: string; input: never[] },
): Promise<unknown> {
  try {
    const { familyMethods } = await import('./familyMethods.ts')
    const own = familyMethods[namespace](provider, () => connectedAccount(kit.store.get(), namespace)?.address ?? '')
    return await (own as Record<string, (...input: never[]) => Promise<unknown>>)[name]?.(...input)
  } catch (e) {
    throw rpcErrorOf(e)
  }
}
