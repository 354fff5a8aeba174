import { addressesOf, connectedAccount } from '@billfold/core/features/account/account'
import type { Kit } from '@billfold/core/kit'
import type { State } from '@billfold/core/store'
import { type Namespace, parseCaipNetworkId } from '@billfold/protocol/caip'
import { errors, KitError } from '@billfold/protocol/error'
import type { SolanaMethods, SolanaProvider } from './solanaProvider.ts'

type Listener = (value: never) => void

/** An EIP-1193 provider: what viem, ethers and others accept. */
export type WalletProvider = {
  request(input: { method: string; params?: unknown }): Promise<unknown>
  on(event: string, listener: Listener): WalletProvider
  removeListener(event: string, listener: Listener): WalletProvider
}

const methods = [
  'signMessage',
  'signTransaction',
  'signAllTransactions',
  'signAndSendTransaction',
  'sendTransaction',
] as const satisfies readonly (keyof SolanaMethods)[]
const providers = new WeakMap<Kit, Map<string, WalletProvider>>()

/** The connected wallet of a family as a provider; the same one for as long as the wallet stays connected. */
export function walletProvider(kit: Kit, namespace: Namespace): WalletProvider | undefined {
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
    async request({ method, params }) {
      try {
        const { requestWallet } = await import('@billfold/core/features/account/requestWallet')
        return await requestWallet(kit, { method, params, namespace })
      } catch (e) {
        throw rpcError(e)
      }
    },
    on(event, listener) {
      const told = listeners.get(event) ?? new Map<Listener, () => void>()
      listeners.set(event, told)
      if (!told.has(listener))
        told.set(
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
  return namespace === 'solana' ? withSolanaMethods(kit, provider) : provider
}

/** The provider with AppKit's methods for Solana, whose code is fetched by the first call. */
function withSolanaMethods(kit: Kit, provider: WalletProvider): SolanaProvider {
  const pubkeyOf = () => connectedAccount(kit.store.get(), 'solana')?.address ?? ''
  const late =
    (name: keyof SolanaMethods) =>
    async (...input: never[]) => {
      try {
        const { solanaMethods } = await import('./solanaProvider.ts')
        const call = solanaMethods(provider, pubkeyOf)[name] as (...input: never[]) => Promise<unknown>
        return await call(...input)
      } catch (e) {
        throw rpcError(e)
      }
    }
  const own = Object.fromEntries(methods.map((name) => [name, late(name)])) as unknown as SolanaMethods
  return Object.assign(provider, own)
}

/** What a change of the account is called in EIP-1193. */
export function changesOf(after: State, before: State, namespace: Namespace): { event: string; value: unknown }[] {
  const [now, was] = [connectedAccount(after, namespace), connectedAccount(before, namespace)]
  if (now === was) return []
  const changes: { event: string; value: unknown }[] = []
  if (now && !was) changes.push({ event: 'connect', value: { chainId: chainIdOf(now.networkId) } })
  if (now?.address !== was?.address) changes.push({ event: 'accountsChanged', value: now ? addressesOf(now) : [] })
  if (now && was && now.networkId !== was.networkId)
    changes.push({ event: 'chainChanged', value: chainIdOf(now.networkId) })
  if (!now) changes.push({ event: 'disconnect', value: rpcError(new KitError('provider_disconnected')) })
  return changes
}

function chainIdOf(networkId: string): string {
  const { namespace, reference } = parseCaipNetworkId(networkId)
  return namespace === 'eip155' ? `0x${Number(reference).toString(16)}` : reference
}

/** The wallet's own error where it has a number, else ours with the number of its kind: libraries look at numbers. */
function rpcError(e: unknown): Error & { code: number } {
  const error = KitError.from(e)
  const { cause } = error
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'number')
    return cause as Error & { code: number }
  const row = errors[error.code]
  const told = typeof cause === 'object' && cause !== null && 'data' in cause ? { data: cause.data } : {}
  return Object.assign(new Error(error.message, { cause: error }), {
    code: 'rpc' in row ? row.rpc : errors.internal.rpc,
    ...told,
  })
}
