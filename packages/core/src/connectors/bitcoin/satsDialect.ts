import { bitcoinNetwork, bitcoinNetworks } from '@billfold/protocol/bitcoin/bitcoinNetworks'
import { hexOf } from '@billfold/protocol/bytes'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { rpcCodesOf } from '@billfold/protocol/walletError'
import { decodeBase64, encodeBase64 } from '@billfold/protocol/wc/base64'
import type { WalletAccount } from '../../model/connector.ts'
import {
  type BitcoinDialect,
  invalidResponse,
  type PsbtRequest,
  readBitcoinAccounts,
  readHex,
  readText,
  readTxid,
  type SignedPsbt,
} from './bitcoinDialect.ts'

/** A WBIP004 provider: Xverse, Leather, Magic Eden and others. */
export type SatsProvider = {
  request(method: string, params?: unknown): Promise<unknown>
  addListener?(event: string, listener: (value: unknown) => void): unknown
}

/** sats-connect's own error codes. */
const codes = { [-32000]: 'user_rejected', [-32001]: 'wallet_method_unsupported', [-32002]: 'unauthorized' } as const
const purposes = ['payment', 'ordinals']

/** A sats-connect wallet; Leather has its own PSBT and payment methods. */
export function satsDialect(provider: SatsProvider, isLeather: boolean): BitcoinDialect {
  let known: readonly WalletAccount[] = []

  async function ask(method: string, params?: unknown): Promise<Readonly<Record<string, unknown>>> {
    let answer: unknown
    try {
      answer = await provider.request(method, params)
    } catch (e) {
      answer = e
    }
    const { result, error } = (answer ?? {}) as { result?: unknown; error?: unknown }
    if (typeof result === 'object' && result !== null) return result as Readonly<Record<string, unknown>>
    const [code] = rpcCodesOf(error ?? answer)
    if (code !== undefined && code in codes)
      throw new KitError(codes[code as keyof typeof codes], { cause: error ?? answer })
    throw error ?? answer
  }
  const listOf = (answer: Readonly<Record<string, unknown>>) =>
    readBitcoinAccounts(Array.isArray(answer) ? answer : answer.addresses)

  /** The accounts already shared; the last known ones if the wallet cannot tell. */
  async function present(): Promise<readonly WalletAccount[]> {
    if (isLeather) return known
    try {
      known = listOf(await ask('wallet_getAccount'))
    } catch (e) {
      const error = KitError.from(e)
      if (error.code === 'unauthorized') known = []
    }
    return known
  }

  async function signPsbt(request: PsbtRequest & { networkId: CaipNetworkId }): Promise<SignedPsbt> {
    const { psbt, inputs, broadcast, networkId } = request
    if (isLeather) {
      const network = bitcoinNetwork(networkId)?.names.leather
      const signAtIndex = inputs.map(({ index }) => index)
      const answer = await ask('signPsbt', { hex: hexOf(psbt), signAtIndex, broadcast, network })
      return { psbt: readHex(answer.hex, 'PSBT'), ...txidOf(answer) }
    }
    const signInputs: Record<string, number[]> = {}
    for (const { address, index } of inputs) signInputs[address] = [...(signInputs[address] ?? []), index]
    const answer = await ask('signPsbt', { psbt: encodeBase64(psbt), signInputs, broadcast })
    return { psbt: decodeBase64(readText(answer.psbt, 'PSBT')), ...txidOf(answer) }
  }

  return {
    async connect({ silent }) {
      if (silent) return present()
      known = listOf(await ask('getAddresses', { purposes, message: 'Connect to this site' }))
      return known
    },
    accounts: present,
    ...(isLeather
      ? {}
      : {
          async network() {
            try {
              const { bitcoin } = await ask('wallet_getNetwork')
              const { name } = (bitcoin ?? {}) as { name?: unknown }
              return bitcoinNetworks.find(({ names }) => names.sats === name)?.id
            } catch {
              return undefined // older wallets lack this
            }
          },
          disconnect: async () => void (await ask('wallet_disconnect').catch(() => undefined)),
        }),
    async signMessage({ address, message, isBip322 }) {
      const leather = { message, paymentType: isBip322 ? 'p2tr' : 'p2wpkh' }
      const others = { address, message, protocol: isBip322 ? 'BIP322' : 'ECDSA' }
      const { signature } = await ask('signMessage', isLeather ? leather : others)
      return readText(signature, 'signature')
    },
    signPsbt,
    async sendTransfer({ recipient, amount, networkId }) {
      const leather = { address: recipient, amount: `${amount}`, network: bitcoinNetwork(networkId)?.names.leather }
      const others = { recipients: [{ address: recipient, amount: Number(amount) }] }
      return readTxid((await ask('sendTransfer', isLeather ? leather : others)).txid)
    },
    on(listener) {
      const listen = (event: string, run: () => void) => provider.addListener?.(event, run)
      const changed = async () => {
        try {
          listener({ type: 'accountsChanged', accounts: await present() })
        } catch {
          // A malformed response: the next request reports it.
        }
      }
      const stops = [
        listen('accountChange', () => void changed()),
        listen('networkChange', () => void changed()),
        listen('disconnect', () => listener({ type: 'disconnected' })),
      ]
      return () => {
        for (const stop of stops) if (typeof stop === 'function') stop()
      }
    },
  }
}

const txidOf = ({ txid }: Readonly<Record<string, unknown>>) => {
  if (txid === undefined || txid === null || txid === '') return {}
  if (typeof txid !== 'string') throw invalidResponse('transaction id', txid)
  return { txid: readTxid(txid) }
}
