import { bitcoinNetwork } from '@billfold/protocol/bitcoin/bitcoinNetworks'
import { hexOf, isSameBytes } from '@billfold/protocol/bytes'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { encodeBase64 } from '@billfold/protocol/wc/base64'
import type { WalletAccount } from '../../model/connector.ts'
import {
  type BitcoinDialect,
  type InputToSign,
  invalidResponse,
  readBitcoinAccounts,
  readTxid,
} from './bitcoinDialect.ts'
import type { StandardBitcoinAccount, StandardBitcoinWallet } from './standardBitcoinWallet.ts'

const sending = 'bitcoin:signAndSendTransaction'
const names: Readonly<Record<number, string>> = { 1: 'ALL', 2: 'NONE', 3: 'SINGLE' }
const anyone = 0x80

/** A Wallet Standard wallet with `bitcoin:connect`. It has no current chain: each account names its own. */
export function standardDialect(wallet: StandardBitcoinWallet): BitcoinDialect {
  const call = async (feature: string, method: string, ...inputs: unknown[]): Promise<unknown> => {
    const own = wallet.features[feature]
    const run = own?.[method]
    if (typeof run !== 'function')
      throw new KitError('wallet_method_unsupported', { message: `The wallet does not offer ${feature}` })
    return run.apply(own, inputs)
  }
  const listed = (): readonly StandardBitcoinAccount[] => {
    if (!Array.isArray(wallet.accounts)) throw invalidResponse('accounts', wallet.accounts)
    return wallet.accounts.filter((one) => one?.chains?.some((chain: unknown) => String(chain).startsWith('bitcoin:')))
  }
  const present = () => listed().map(toAccount)
  const account = (address: string) => {
    const match = listed().find((one) => one.address === address)
    if (!match) throw new KitError('account_mismatch')
    return match
  }
  const chainOf = (networkId: CaipNetworkId, { chains }: StandardBitcoinAccount) => {
    const chain = bitcoinNetwork(networkId)?.names.standard
    return chain && chains.includes(chain) ? { chain } : {}
  }
  const only = (answer: unknown): Readonly<Record<string, unknown>> => {
    if (!Array.isArray(answer) || answer.length !== 1 || !answer[0]) throw invalidResponse('signature', answer)
    return answer[0]
  }

  return {
    async connect({ silent }) {
      // The feature has no silent mode. Uses the standard's own if available, otherwise the accounts already exposed.
      if (silent) {
        if (wallet.features['standard:connect']) await call('standard:connect', 'connect', { silent: true })
        return present()
      }
      await call('bitcoin:connect', 'connect', { purposes: ['payment', 'ordinals'] })
      return present()
    },
    accounts: async () => present(),
    async signMessage({ address, message }) {
      const bytes = new TextEncoder().encode(message)
      const input = { account: account(address), message: bytes }
      const { signature, signedMessage } = only(await call('bitcoin:signMessage', 'signMessage', input))
      if (
        !(signature instanceof Uint8Array && signedMessage instanceof Uint8Array && isSameBytes(signedMessage, bytes))
      )
        throw invalidResponse('signature', signature)
      return encodeBase64(signature)
    },
    async signPsbt({ address, psbt, inputs, broadcast, networkId }) {
      const signer = account(address)
      const input = { psbt, inputsToSign: inputsOf(inputs, account), ...chainOf(networkId, signer) }
      if (broadcast) return { txid: readTxid(only(await call(sending, 'signAndSendTransaction', input)).txId) }
      const { signedPsbt } = only(await call('bitcoin:signTransaction', 'signTransaction', input))
      if (!(signedPsbt instanceof Uint8Array)) throw invalidResponse('PSBT', signedPsbt)
      return { psbt: signedPsbt }
    },
    ...(wallet.features['standard:disconnect']
      ? { disconnect: async () => void (await call('standard:disconnect', 'disconnect')) }
      : {}),
    on(listener) {
      const { on } = wallet.features['standard:events'] ?? {}
      if (typeof on !== 'function') return () => undefined
      const off: unknown = on.call(wallet.features['standard:events'], 'change', (change: unknown) => {
        if ((change as { accounts?: unknown } | null)?.accounts !== undefined)
          listener({ type: 'accountsChanged', accounts: present() })
      })
      return () => void (typeof off === 'function' && off())
    },
  }
}

/** Converts the public key to Bitcoin's format; label or order tells which account is for collectibles. */
function toAccount({ address, publicKey, purpose }: StandardBitcoinAccount, at: number): WalletAccount {
  const hex = publicKey instanceof Uint8Array ? hexOf(publicKey) : undefined
  const intent = purpose ?? (at > 0 && /^(bc|tb|bcrt)1p/.test(address) ? 'ordinals' : 'payment')
  const [account] = readBitcoinAccounts([{ address, purpose: intent, publicKey: hex }])
  if (!account) throw invalidResponse('accounts', address)
  return account
}

function inputsOf(inputs: readonly InputToSign[], account: (address: string) => StandardBitcoinAccount) {
  return inputs.map(({ address, index, sighashTypes: [type] }) => ({
    account: account(address),
    signingIndexes: [index],
    ...(type === undefined ? {} : { sigHash: `${names[type & 3] ?? 'ALL'}${type & anyone ? '|ANYONECANPAY' : ''}` }),
  }))
}
