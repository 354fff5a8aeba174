import { bitcoinNetwork, bitcoinNetworks } from '@billfold/protocol/bitcoin/bitcoinNetworks'
import { readBitcoinAddress } from '@billfold/protocol/bitcoin/readBitcoinAddress'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { walletError } from '@billfold/protocol/walletError'
import { decodeBase64, encodeBase64 } from '@billfold/protocol/wc/base64'
import type { Connector, ConnectorInfo, WalletAccount } from '../../model/connector.ts'
import type { Ports } from '../../ports/ports.ts'
import { untilAborted } from '../../ports/untilAborted.ts'
import type { BitcoinDialect, InputToSign } from './bitcoinDialect.ts'

type Params = Readonly<Record<string, unknown>>

/** A Bitcoin wallet in the page, with WalletConnect's requests whatever its own API. */
export function bitcoinConnector(info: ConnectorInfo, dialect: BitcoinDialect, ports: Ports): Connector {
  const call = async <T>(run: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    try {
      return await untilAborted(signal, run())
    } catch (e) {
      throw walletError(e)
    }
  }

  /** The account of a request; its address must match the request's network. */
  async function accountFor(params: Params, networkId: CaipNetworkId): Promise<WalletAccount> {
    const named = params.account ?? params.address
    const accounts = await call(() => dialect.accounts())
    const account = named === undefined ? accounts[0] : accounts.find(({ address }) => address === named)
    if (!account) throw new KitError('account_mismatch')
    if (!isOf(account.address, networkId)) throw otherNetwork()
    const place = await call(async () => dialect.network?.())
    if (place && place !== networkId) throw otherNetwork()
    return account
  }

  const methods: Readonly<Record<string, (input: MethodInput) => Promise<unknown>>> = {
    async signMessage({ params, account: { address }, ...rest }) {
      const { message, protocol } = params
      if (typeof message !== 'string') throw new KitError('invalid_input', { message: 'The message must be a string' })
      const isBip322 = protocol === 'bip322' || (protocol === undefined && needsBip322(address))
      return { address, signature: await dialect.signMessage({ ...rest, address, message, isBip322 }) }
    },
    async signPsbt({ params, account, ...rest }) {
      const psbt = readPsbt(params.psbt)
      const { address } = account
      const signed = await dialect.signPsbt({
        ...rest,
        ...{ address, psbt, inputs: readInputs(params.signInputs, address), broadcast: params.broadcast === true },
      })
      const { txid } = signed
      return { ...(signed.psbt ? { psbt: encodeBase64(signed.psbt) } : {}), ...(txid === undefined ? {} : { txid }) }
    },
    async sendTransfer({ params, account: { address }, ...rest }) {
      if (!dialect.sendTransfer)
        throw new KitError('wallet_method_unsupported', { message: `${info.name} only signs: use signPsbt` })
      const recipient = params.recipientAddress ?? params.recipient
      const amount = /^\d{1,16}$/.test(String(params.amount)) ? BigInt(String(params.amount)) : 0n
      if (typeof recipient !== 'string' || !isOf(recipient, rest.networkId) || amount <= 0n)
        throw new KitError('invalid_input', { message: 'A transfer needs a recipient of this network and an amount' })
      return { txid: await dialect.sendTransfer({ ...rest, address, recipient, amount }) }
    },
    getAccountAddresses: async () => (await dialect.accounts()).map(toAddress),
  }
  type MethodInput = { params: Params; account: WalletAccount; networkId: CaipNetworkId }

  return {
    ...info,
    async connect({ silent, networkId, signal }) {
      const [first, ...others] = await call(() => dialect.connect({ silent, networkId }), signal)
      if (!first) throw new KitError('unauthorized', { message: 'The wallet shared no account' })
      const network = await call(async () => dialect.network?.(), signal)
      return {
        accounts: [first, ...others],
        networkId: network ?? placeOf(first.address, networkId),
        approvedNetworkIds: [],
        supportsAllNetworks: true,
      }
    },
    async disconnect() {
      // Not every wallet can disconnect: forgetting it is enough.
      if (dialect.disconnect) await call(dialect.disconnect)
    },
    async request(networkId, method, params, signal) {
      if (!Object.hasOwn(methods, method)) throw new KitError('wallet_method_unsupported')
      const input = (params ?? {}) as Params
      const account = await accountFor(input, networkId)
      return call(() => methods[method]!({ params: input, account, networkId }), signal)
    },
    accounts: () => call(() => dialect.accounts()),
    ...(dialect.switchNetwork
      ? { switchNetwork: ({ networkId }, _, signal) => call(() => dialect.switchNetwork!(networkId), signal) }
      : {}),
    on(listener) {
      try {
        return dialect.on?.(listener) ?? (() => undefined)
      } catch (e) {
        ports.log.error(walletError(e).message)
        return () => undefined
      }
    },
  }
}

const otherNetwork = () =>
  new KitError('chain_disconnected', { message: 'The wallet’s account belongs to another Bitcoin network' })

/** In AppKit's format. */
const toAddress = ({ address, type, publicKey, path }: WalletAccount) => ({
  address,
  purpose: type === 'ordinal' ? 'ordinal' : 'payment',
  ...(publicKey ? { publicKey } : {}),
  ...(path ? { path } : {}),
})

/** Whether an address can belong to a network; for an unknown network the wallet decides. */
function isOf(address: string, networkId: string): boolean {
  const network = bitcoinNetwork(networkId)
  return !network || readBitcoinAddress(address).realms.includes(network.realm)
}

/** The network of a wallet that does not report one: the page's, unless the address contradicts it. */
function placeOf(address: string, wanted: CaipNetworkId): CaipNetworkId {
  if (isOf(address, wanted)) return wanted
  const { realms } = readBitcoinAddress(address)
  return bitcoinNetworks.find(({ realm }) => realms.includes(realm))?.id ?? wanted
}

const needsBip322 = (address: string): boolean => readBitcoinAddress(address).kind === 'p2tr'

const magic = [0x70, 0x73, 0x62, 0x74, 0xff]

function readPsbt(text: unknown): Uint8Array {
  const bytes = typeof text === 'string' ? decodeBase64(text) : new Uint8Array()
  if (magic.some((byte, at) => bytes[at] !== byte))
    throw new KitError('invalid_input', { message: 'The PSBT must be base64' })
  return bytes
}

function readInputs(value: unknown, address: string): InputToSign[] {
  const list = Array.isArray(value) ? value : []
  return list.map((one) => {
    const { address: named = address, index, sighashTypes } = (one ?? {}) as Partial<InputToSign>
    if (!Number.isInteger(index) || Number(index) < 0 || typeof named !== 'string')
      throw new KitError('invalid_input', { message: 'An input to sign needs its index' })
    return { address: named, index: Number(index), sighashTypes: Array.isArray(sighashTypes) ? sighashTypes : [] }
  })
}
