import type { Kit } from '@billfold/core/kit'
import { addressesOf, connectedAccount } from '@billfold/core/model/connectedAccount'
import type { State } from '@billfold/core/model/state'
import type { AnyNamespace, Namespace } from '@billfold/protocol/caip'
import { errors, KitError } from '@billfold/protocol/error'
import type { BitcoinMethods } from './bitcoinProvider.ts'
import type { PolkadotMethods } from './polkadotProvider.ts'
import type { SolanaMethods } from './solanaProvider.ts'

type Listener = (value: never) => void

/** An EIP-1193 provider: what viem, ethers and others accept. */
export type WalletProvider = {
  /**
   * The second parameter names the network, in CAIP-2, for a family that the kit does not speak; otherwise the
   * account's network is used.
   */
  request(input: { method: string; params?: unknown }, networkId?: string): Promise<unknown>
  /** Listens to `connect`, `disconnect`, `accountsChanged` or `chainChanged`. */
  on(event: string, listener: Listener): WalletProvider
  /** Stops listening; takes the same function as `on`. */
  removeListener(event: string, listener: Listener): WalletProvider
}

/** AppKit's methods of a family's provider, beyond what every provider has. */
const methods = {
  solana: ['signMessage', 'signTransaction', 'signAllTransactions', 'signAndSendTransaction', 'sendTransaction'],
  bip122: ['signMessage', 'getAccountAddresses', 'sendTransfer', 'signPSBT'],
  polkadot: ['signMessage', 'signTransaction', 'signPayload', 'signRaw'],
} as const satisfies {
  solana: readonly (keyof SolanaMethods)[]
  bip122: readonly (keyof BitcoinMethods)[]
  polkadot: readonly (keyof PolkadotMethods)[]
}
const providers = new WeakMap<Kit, Map<string, WalletProvider>>()

/** The connected wallet of a family as a provider; the same one for as long as the wallet stays connected. */
export function walletProvider(kit: Kit, any: AnyNamespace): WalletProvider | undefined {
  const namespace = any as Namespace
  const account = connectedAccount(kit.store.get(), namespace)
  if (!account) return undefined
  const own = providers.get(kit) ?? new Map<string, WalletProvider>()
  providers.set(kit, own)
  const key = `${namespace}/${account.connectorId}`
  const provider = own.get(key) ?? createProvider(kit, namespace)
  own.set(key, provider)
  return provider
}

function createProvider(kit: Kit, namespace: Namespace): WalletProvider {
  const listeners = new Map<string, Map<Listener, () => void>>()
  const provider: WalletProvider = {
    async request(input, networkId) {
      const { providerRequest } = await loadWalletCalls()
      return providerRequest(kit, { ...input, namespace, networkId })
    },
    on(event, listener) {
      const subscriptions = listeners.get(event) ?? new Map<Listener, () => void>()
      listeners.set(event, subscriptions)
      if (!subscriptions.has(listener))
        subscriptions.set(
          listener,
          kit.store.subscribe((after, before) => {
            for (const change of changesOf(after, before, namespace))
              if (change.event === event) listener(change.value as never)
          }),
        )
      return provider
    },
    removeListener(event, listener) {
      listeners.get(event)?.get(listener)?.()
      listeners.get(event)?.delete(listener)
      return provider
    },
  }
  return namespace in methods ? withMethods(kit, provider, namespace as keyof typeof methods) : provider
}

/** The code that calls the wallet. If it fails to load, the error says so, and does not blame the wallet. */
export const loadWalletCalls = () =>
  import('./walletCalls.ts').catch((cause: unknown) => {
    const message = 'This site’s server didn’t respond, so nothing was requested of the wallet'
    const error = new KitError('unavailable', { message, cause })
    throw Object.assign(new Error(message, { cause: error }), { code: errors.unavailable.rpc })
  })

/** The provider with its family's methods, whose code is fetched by the first call. */
function withMethods(kit: Kit, provider: WalletProvider, namespace: keyof typeof methods): WalletProvider {
  const late =
    (name: string) =>
    async (...input: never[]) =>
      (await loadWalletCalls()).callMethod(kit, provider, { namespace, name, input })
  return Object.assign(provider, Object.fromEntries(methods[namespace].map((name) => [name, late(name)])))
}

/** EIP-1193 events of a change of the account. */
export function changesOf(after: State, before: State, namespace: Namespace): { event: string; value: unknown }[] {
  const [now, was] = [connectedAccount(after, namespace), connectedAccount(before, namespace)]
  if (now === was) return []
  const changes: { event: string; value: unknown }[] = []
  if (now && !was) changes.push({ event: 'connect', value: { chainId: chainIdOf(now.networkId) } })
  if (now?.address !== was?.address) changes.push({ event: 'accountsChanged', value: now ? addressesOf(now) : [] })
  if (now && was && now.networkId !== was.networkId)
    changes.push({ event: 'chainChanged', value: chainIdOf(now.networkId) })
  if (!now) changes.push({ event: 'disconnect', value: goodbye() })
  return changes
}

const goodbye = () => Object.assign(new KitError('provider_disconnected'), { code: errors.provider_disconnected.rpc })

function chainIdOf(networkId: string): string {
  const [namespace, reference = ''] = networkId.split(':')
  return namespace === 'eip155' ? `0x${Number(reference).toString(16)}` : reference
}
