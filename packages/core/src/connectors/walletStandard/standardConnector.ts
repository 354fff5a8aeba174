import { decodeBase58, encodeBase58, messageLimit } from '@billfold/protocol/base58'
import { KitError } from '@billfold/protocol/error'
import { walletError } from '@billfold/protocol/walletError'
import type { Connector, ConnectorInfo, WalletAccount } from '../../model/connector.ts'
import type { Ports } from '../../ports/ports.ts'
import { untilAborted } from '../../ports/untilAborted.ts'
import { methodOf, readAccounts } from './readWallet.ts'
import { standardTransactions } from './standardTransactions.ts'
import type { StandardAccount, StandardWallet } from './standardWallet.ts'

/** A Solana wallet of the Wallet Standard. It has no current chain: the page decides, and each request names it. */
export function standardConnector(info: ConnectorInfo, wallet: StandardWallet, ports: Ports): Connector {
  const call = async (feature: string, method: string, inputs: readonly unknown[], signal?: AbortSignal) => {
    try {
      return await untilAborted(signal, Promise.resolve(methodOf(wallet, feature, method)(...inputs)))
    } catch (e) {
      throw walletError(e)
    }
  }
  const present = () => readAccounts(wallet.accounts).map(toAccount)

  /** The account that a request names; optional if there is only one. */
  function accountFor(params: unknown): StandardAccount {
    const { pubkey } = (params ?? {}) as { pubkey?: unknown }
    const accounts = readAccounts(wallet.accounts)
    if (pubkey === undefined && accounts.length > 1)
      throw new KitError('invalid_input', {
        message: 'The wallet shares several accounts: pass the signer (pubkey)',
      })
    const account = pubkey === undefined ? accounts[0] : accounts.find((a) => a.address === pubkey)
    if (!account) throw new KitError('account_mismatch')
    return account
  }

  async function signMessage(params: unknown, signal?: AbortSignal) {
    const account = accountFor(params)
    const { message } = (params ?? {}) as { message?: unknown }
    if (typeof message !== 'string') throw new KitError('invalid_input', { message: 'The message must be base58' })
    const bytes = decodeBase58(message, messageLimit)
    const answer = await call('solana:signMessage', 'signMessage', [{ account, message: bytes }], signal)
    const [signed] = Array.isArray(answer) ? (answer as { signature?: unknown; signedMessage?: unknown }[]) : []
    const { signature, signedMessage } = signed ?? {}
    if (!(signature instanceof Uint8Array) || signature.length !== 64 || !sameBytes(signedMessage, bytes))
      throw new KitError('wallet_answer_invalid', { cause: answer })
    return { signature: encodeBase58(signature) }
  }

  return {
    ...info,
    async connect({ silent, networkId, signal }) {
      const answer = await call('standard:connect', 'connect', silent ? [{ silent: true }] : [], signal)
      const [first, ...others] = readAccounts((answer as { accounts?: unknown } | null)?.accounts).map(toAccount)
      if (!first) throw new KitError('unauthorized', { message: 'The wallet shared no account' })
      return { accounts: [first, ...others], networkId, approvedNetworkIds: [], supportsAllNetworks: true }
    },
    async disconnect() {
      // Not every wallet can disconnect: forgetting it is enough.
      if (wallet.features['standard:disconnect']) await call('standard:disconnect', 'disconnect', [])
    },
    async request(networkId, method, params, signal) {
      if (method === 'solana_signMessage') return signMessage(params, signal)
      if (method === 'solana_signIn')
        return call('solana:signIn', 'signIn', [(params as { input?: unknown }).input], signal)
      if (!Object.hasOwn(standardTransactions, method)) throw new KitError('wallet_method_unsupported')
      return standardTransactions[method]!({
        name: info.name,
        wallet,
        account: accountFor(params),
        networkId,
        params,
        call: (feature, name, inputs) => call(feature, name, inputs, signal),
      })
    },
    accounts: async () => present(),
    on(listener) {
      if (!wallet.features['standard:events']) return () => undefined
      const guarded = <T>(run: () => T): T | undefined => {
        try {
          return run()
        } catch (e) {
          ports.log.error(walletError(e).message)
          return undefined
        }
      }
      const changed = (change: unknown) =>
        guarded(() => {
          if ((change as { accounts?: unknown } | null)?.accounts !== undefined)
            listener({ type: 'accountsChanged', accounts: present() })
        })
      const off = guarded(() => methodOf(wallet, 'standard:events', 'on')('change', changed))
      return () => void (typeof off === 'function' && guarded(() => off()))
    },
  }
}

// A Solana address is its public key.
const toAccount = ({ address }: StandardAccount): WalletAccount => ({ address, type: 'eoa' })

const sameBytes = (a: unknown, b: Uint8Array): boolean =>
  a instanceof Uint8Array && a.length === b.length && a.every((byte, i) => byte === b[i])
