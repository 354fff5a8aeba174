import { bitcoinNetwork, bitcoinNetworks } from '@billfold/protocol/bitcoin/bitcoinNetworks'
import { hexOf } from '@billfold/protocol/bytes'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { WalletAccount } from '../../model/connector.ts'
import { type BitcoinDialect, readBitcoinAccounts, readHex, readText, readTxid } from './bitcoinDialect.ts'

type Call = (...input: unknown[]) => Promise<unknown>
/** A UniSat provider, which OKX copies: one account at a time, PSBTs in hex. */
export type UnisatProvider = Readonly<Record<string, unknown>>

const events = { on: 'on', off: 'removeListener' } as const

/** UniSat, and OKX, which has a provider per network: `only` is that network. */
export function unisatDialect(provider: UnisatProvider, only?: CaipNetworkId): BitcoinDialect {
  const ask = async (method: string, ...input: unknown[]): Promise<unknown> => {
    const run = provider[method]
    if (typeof run !== 'function')
      throw new KitError('wallet_method_unsupported', { message: `The wallet does not offer ${method}` })
    return (run as Call).apply(provider, input)
  }
  /** A single account with the wallet's current key. */
  async function read(answer: unknown): Promise<readonly WalletAccount[]> {
    const [account] = readBitcoinAccounts(answer)
    if (!account) return []
    const publicKey = await ask('getPublicKey').catch(() => undefined)
    return readBitcoinAccounts([{ ...account, publicKey }])
  }
  const accounts = async () => read(await ask('getAccounts'))

  async function network(): Promise<CaipNetworkId | undefined> {
    if (only) return only
    const { enum: name } = ((await ask('getChain').catch(() => undefined)) ?? {}) as { enum?: unknown }
    return bitcoinNetworks.find(({ names }) => names.unisat === name)?.id
  }

  return {
    connect: async ({ silent }) => (silent ? accounts() : read(await ask('requestAccounts'))),
    accounts,
    network,
    ...(only
      ? {}
      : {
          async switchNetwork(networkId) {
            const name = bitcoinNetwork(networkId)?.names.unisat
            if (!name) throw new KitError('chain_unknown')
            await ask('switchChain', name)
          },
        }),
    async signMessage({ message, isBip322 }) {
      return readText(await ask('signMessage', message, isBip322 ? 'bip322-simple' : 'ecdsa'), 'signature')
    },
    async signPsbt({ psbt, inputs, broadcast }) {
      const toSignInputs = inputs.map(({ address, index, sighashTypes }) => ({
        ...{ address, index },
        ...(sighashTypes.length > 0 ? { sighashTypes } : {}),
      }))
      const options = { autoFinalized: broadcast, ...(toSignInputs.length > 0 ? { toSignInputs } : {}) }
      const signed = readText(await ask('signPsbt', hexOf(psbt), options), 'PSBT')
      const txid = broadcast ? { txid: readTxid(await ask('pushPsbt', signed)) } : {}
      return { psbt: readHex(signed, 'PSBT'), ...txid }
    },
    sendTransfer: async ({ recipient, amount }) => readTxid(await ask('sendBitcoin', recipient, Number(amount))),
    disconnect: async () => void (await ask('disconnect').catch(() => undefined)),
    on(listener) {
      const changed = async (list: unknown) => {
        try {
          const shared = Array.isArray(list) ? await read(list) : await accounts()
          listener({ type: 'accountsChanged', accounts: shared })
        } catch {
          // A malformed response: the next request reports it.
        }
      }
      const moved = async () => {
        const networkId = await network()
        if (networkId) listener({ type: 'networkChanged', networkId })
      }
      const listeners: Readonly<Record<string, (value: unknown) => void>> = {
        accountsChanged: (list) => void changed(list),
        accountChanged: () => void changed(undefined),
        chainChanged: () => void moved(),
        networkChanged: () => void moved(),
        disconnect: () => listener({ type: 'disconnected' }),
      }
      const each = (how: (typeof events)[keyof typeof events]) => {
        const subscribe = provider[how]
        if (typeof subscribe !== 'function') return
        for (const [event, listener] of Object.entries(listeners)) subscribe.call(provider, event, listener)
      }
      each(events.on)
      return () => each(events.off)
    },
  }
}
