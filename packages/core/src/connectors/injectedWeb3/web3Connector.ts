import { type CaipNetworkId, parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { polkadotAddressOn } from '@billfold/protocol/polkadot/polkadotAddressOn'
import { hexOf } from '@billfold/protocol/polkadot/scale'
import { readPolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import { walletError } from '@billfold/protocol/walletError'
import type { Connector, ConnectorInfo, WalletAccount } from '../../model/connector.ts'
import type { Ports } from '../../ports/ports.ts'
import { untilAborted } from '../../ports/untilAborted.ts'
import type { Web3Account, Web3Entry, Web3Wallet } from './web3Entry.ts'

/** The page's networks: these wallets have no current chain. */
export type Web3Places = {
  inUse: () => CaipNetworkId
  prefixOf: (networkId: CaipNetworkId) => number | undefined
}

/** A Polkadot wallet in the page: it supports every chain, and the page selects one. */
export function web3Connector(info: ConnectorInfo, entry: Web3Entry, ports: Ports, places: Web3Places): Connector {
  let opening: Promise<Web3Wallet> | undefined
  /** The wallet's last known accounts, in its own format. */
  let last: readonly Web3Account[] = []

  /** Called once: a wallet that already trusts the page shows no prompt. */
  const open = (): Promise<Web3Wallet> => {
    const enter = entry.enable ?? entry.connect
    opening ??= Promise.resolve()
      .then(() => enter!.call(entry, ports.page.title() || ports.page.origin()))
      .catch((e) => {
        opening = undefined
        throw refusalOf(e)
      })
    return opening
  }
  const readNow = async (): Promise<void> => {
    const wallet = await open()
    last = readAccounts(await wallet.accounts.get().catch((e) => Promise.reject(refusalOf(e))))
  }

  /** The last known accounts in a network's address format, whatever the wallet's own. */
  const accountsOn = (networkId = places.inUse()): WalletAccount[] => {
    const place = { networkId, addressPrefix: places.prefixOf(networkId) }
    return last
      .filter((account) => isFor(account, networkId))
      .map(({ address }) => ({ address: polkadotAddressOn(address, place), type: 'eoa' }))
  }

  /** The account in the wallet's format: it may know the key under another network's prefix only. */
  function ownForm(address: unknown, networkId: CaipNetworkId): string {
    const key = typeof address === 'string' ? keyOf(address) : undefined
    const own = last.find((account) => isFor(account, networkId) && keyOf(account.address) === key)
    if (key === undefined || !own)
      throw new KitError('unauthorized', { message: 'The wallet does not share this account' })
    return own.address
  }

  type Method = (params: never, networkId: CaipNetworkId) => Promise<unknown>
  const methods: Readonly<Record<string, Method>> = {
    async polkadot_signMessage({ address, message }: { address?: unknown; message?: unknown }, networkId) {
      const { signer } = await open()
      if (typeof message !== 'string') throw new KitError('invalid_input', { message: 'The message must be a string' })
      if (!signer.signRaw) throw new KitError('wallet_method_unsupported')
      const data = hexOf(new TextEncoder().encode(message))
      return signer.signRaw({ address: ownForm(address, networkId), data, type: 'bytes' })
    },
    async polkadot_signTransaction(
      { address, transactionPayload }: { address?: unknown; transactionPayload?: object },
      networkId,
    ) {
      const { signer } = await open()
      if (!signer.signPayload) throw new KitError('wallet_method_unsupported')
      return signer.signPayload({ ...transactionPayload, address: ownForm(address, networkId) })
    },
  }

  return {
    ...info,
    async connect({ networkId, signal }) {
      await untilAborted(signal, readNow())
      const [first, ...others] = accountsOn(networkId)
      if (!first) throw new KitError('unauthorized', { message: 'The wallet shared no account' })
      return { accounts: [first, ...others], networkId, approvedNetworkIds: [], supportsAllNetworks: true }
    },
    // These wallets cannot disconnect: forgetting them is enough.
    disconnect: async () => undefined,
    async request(networkId, method, params, signal) {
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (!run) throw new KitError('wallet_method_unsupported')
      return untilAborted(
        signal,
        run((params ?? {}) as never, networkId).catch((e) => Promise.reject(refusalOf(e))),
      )
    },
    async accounts() {
      await readNow()
      return accountsOn()
    },
    on(listener) {
      let off: unknown
      let isOver = false
      const changed = (accounts: unknown) => {
        try {
          const before = last.map(({ address }) => address).join()
          last = readAccounts(accounts)
          if (!isOver && last.map(({ address }) => address).join() !== before)
            listener({ type: 'accountsChanged', accounts: accountsOn() })
        } catch (e) {
          ports.log.error(walletError(e).message)
        }
      }
      // Only for an open wallet: listening must not prompt.
      const listen = async () => {
        const wallet = await opening
        off = wallet?.accounts.subscribe?.(changed)
        if (isOver && typeof off === 'function') off()
      }
      listen().catch((e) => ports.log.error(walletError(e).message))
      return () => {
        isOver = true
        if (typeof off === 'function') off()
      }
    },
  }
}

/** Parses the accounts of this family; throws if malformed. */
function readAccounts(answer: unknown): readonly Web3Account[] {
  const list = answer as readonly Web3Account[]
  if (!Array.isArray(answer) || answer.length > 1000 || !list.every((each) => typeof each?.address === 'string'))
    throw new KitError('wallet_answer_invalid', { cause: answer })
  return list.filter(({ address }) => keyOf(address) !== undefined)
}

/** Whether an account can be used on this network: some are tied to one chain. */
function isFor({ genesisHash }: Web3Account, networkId: CaipNetworkId): boolean {
  return !genesisHash || genesisHash.slice(2, 34) === parseCaipNetworkId(networkId).reference
}

/** An address's public key, in any format; undefined if the address is invalid. */
function keyOf(address: string): string | undefined {
  try {
    return hexOf(readPolkadotAddress(address).publicKey)
  } catch {
    return undefined
  }
}

/** These wallets report rejections by message only. */
function refusalOf(e: unknown): KitError {
  const error = walletError(e)
  const isNo = error.code === 'internal' && /cancel|reject|denied|declin/i.test(error.message)
  return isNo ? new KitError('user_rejected', { cause: e }) : error
}
