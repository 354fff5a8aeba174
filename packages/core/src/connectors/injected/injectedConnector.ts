import type { CaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { rpcCodesOf, walletError } from '@billfold/protocol/walletError'
import type { Connector, ConnectorEvent, ConnectorInfo } from '../../model/connector.ts'
import type { Network } from '../../model/network.ts'
import type { Ports } from '../../ports/ports.ts'
import { untilAborted } from '../../ports/untilAborted.ts'
import { withDeadline } from '../../ports/withDeadline.ts'
import type { Eip1193 } from './eip1193.ts'
import { readAccounts, readNetworkId } from './readAnswer.ts'

const waitMs = 5000
/** EIP-1193 specifies 4902; wallets also use other codes, or wrap it. */
const unknownChainCodes = [4902, 32603, 5000]
/** Errors of a wallet that cannot revoke access: forgetting the wallet is enough. */
const cannotRevoke = ['unknown_method', 'wallet_method_unsupported', 'method_unsupported', 'invalid_input', 'internal']

/** A wallet in the page with an EIP-1193 provider. */
export function injectedConnector(info: ConnectorInfo, provider: Eip1193, ports: Ports): Connector {
  const call = async (method: string, params?: unknown, signal?: AbortSignal): Promise<unknown> => {
    try {
      const answer = provider.request(params === undefined ? { method } : { method, params })
      return await untilAborted(signal, Promise.resolve(answer))
    } catch (e) {
      throw walletError(e)
    }
  }
  /** A query without a prompt, so a timeout is fair. */
  const soon = (method: string, signal?: AbortSignal) =>
    withDeadline(ports.clock, waitMs, call(method, undefined, signal))

  async function switchNetwork(network: Network, rpcUrls: readonly string[], signal: AbortSignal): Promise<void> {
    const chainId = `0x${Number(network.id).toString(16)}`
    const move = () => call('wallet_switchEthereumChain', [{ chainId }], signal)
    try {
      await move()
    } catch (e) {
      // A wallet cannot add a chain without a node URL.
      if (!isUnknownChain(e) || rpcUrls.length === 0) throw e
      await call('wallet_addEthereumChain', [addRequest(network, chainId, rpcUrls)], signal)
      // Adding a chain switches some wallets and not others.
      if (readNetworkId(await soon('eth_chainId', signal)) !== network.networkId) await move()
    }
    if (readNetworkId(await soon('eth_chainId', signal)) !== network.networkId)
      throw new KitError('chain_disconnected', { message: 'The wallet did not switch chains' })
  }

  const on: Connector['on'] = (listener) => {
    const say = (read: () => ConnectorEvent | undefined) => {
      try {
        const event = read()
        if (event) listener(event)
      } catch (e) {
        ports.log.error(walletError(e).message)
      }
    }
    const listeners: Record<string, (value: unknown) => void> = {
      accountsChanged: (value) => say(() => ({ type: 'accountsChanged', accounts: readAccounts(value) })),
      chainChanged: (value) => say(() => ({ type: 'networkChanged', networkId: readNetworkId(value) })),
      connect: () => listener({ type: 'awoke' }),
      // 1013 is MetaMask's "about to try again": still connected.
      disconnect: (value) => say(() => (rpcCodesOf(value).includes(1013) ? undefined : { type: 'disconnected' })),
    }
    const each = (subscribe: 'on' | 'removeListener') => {
      try {
        for (const [event, listener] of Object.entries(listeners)) provider[subscribe]?.(event, listener)
      } catch (e) {
        ports.log.error(walletError(e).message)
      }
    }
    each('on')
    return () => each('removeListener')
  }

  return {
    ...info,
    async connect({ silent, signal }) {
      let accounts = readAccounts(await call(silent ? 'eth_accounts' : 'eth_requestAccounts', undefined, signal))
      if (accounts.length === 0) throw new KitError('unauthorized', { message: 'The wallet shared no account' })
      let moved: CaipNetworkId | undefined
      // Events during the chain query are newer than its response.
      const stop = on((e) => {
        if (e.type === 'accountsChanged') accounts = e.accounts
        if (e.type === 'networkChanged') moved = e.networkId
      })
      const networkId = readNetworkId(await soon('eth_chainId', signal).finally(stop))
      const [first, ...others] = accounts
      if (!first) throw new KitError('provider_disconnected')
      const granted = { approvedNetworkIds: [], supportsAllNetworks: true }
      return { accounts: [first, ...others], networkId: moved ?? networkId, ...granted }
    },
    async disconnect() {
      try {
        await call('wallet_revokePermissions', [{ eth_accounts: {} }])
      } catch (e) {
        if (!cannotRevoke.includes(KitError.from(e).code)) throw e
      }
    },
    request: (_, method, params, signal) => call(method, params, signal),
    accounts: async () => readAccounts(await call('eth_accounts')),
    switchNetwork,
    on,
  }
}

function isUnknownChain(e: unknown): boolean {
  const error = KitError.from(e)
  return error.code === 'chain_unknown' || rpcCodesOf(error.cause).some((code) => unknownChainCodes.includes(code))
}

const addRequest = ({ name, nativeCurrency, explorer }: Network, chainId: string, rpcUrls: readonly string[]) => ({
  chainId,
  chainName: name,
  nativeCurrency,
  rpcUrls,
  ...(explorer ? { blockExplorerUrls: [explorer.url] } : {}),
})
