import type { CaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { sameAddress } from '@billfold/protocol/sameAddress'
import type { Connector, ConnectorInfo, WalletAccount } from '../model/connector.ts'
import type { ConnectorHost } from '../model/siteConnector.ts'
import { LedgerError } from './ledgerError.ts'
import type { LedgerAccount, LedgerFamily } from './ledgerFamily.ts'
import { ledgerOf } from './ledgerOf.ts'
import { pathsOf } from './ledgerPath.ts'
import { readStoredAccount, storeAccount } from './storedLedger.ts'

const pageSize = 3

/** Queries a network's nodes: the device itself knows no network. */
export type LedgerNodes = {
  query(networkId: CaipNetworkId, method: string, params: unknown, signal?: AbortSignal): Promise<unknown>
  balance(networkId: CaipNetworkId, address: string): Promise<bigint>
}

/** A Ledger as the wallet of one family: the kit builds and broadcasts, the device signs. */
export function ledgerConnector(
  info: ConnectorInfo,
  family: LedgerFamily,
  host: ConnectorHost,
  nodes: LedgerNodes,
): Connector {
  const ledger = ledgerOf(host)
  const { storage } = host.ports
  const { namespace } = info
  const stored = () => readStoredAccount(storage, namespace)

  const sessionOf = (account: LedgerAccount, networkId: CaipNetworkId) => ({
    accounts: [toAccount(account)] as const,
    networkId,
    approvedNetworkIds: [],
    supportsAllNetworks: true,
  })

  async function choose(networkId: CaipNetworkId, signal: AbortSignal): Promise<LedgerAccount> {
    return ledger.chooseAccount(family.appOf(networkId), signal, {
      async read(device, page) {
        const rows: Awaited<ReturnType<Parameters<typeof ledger.chooseAccount>[2]['read']>> = []
        for (const { path, scheme } of pathsOf(namespace, page * pageSize, pageSize, family.coinOf?.(networkId)))
          rows.push({ ...(await family.readAccount(device, { path, networkId }, false)), scheme })
        return rows
      },
      show: (device, { path }) => family.readAccount(device, { path, networkId }, true),
      balance: ({ address }) => nodes.balance(networkId, address),
    })
  }

  return {
    ...info,
    async connect({ silent, networkId, signal }) {
      const known = stored()
      if (silent) {
        if (!known) throw new KitError('unauthorized', { message: 'No account of a Ledger is stored' })
        return sessionOf(known, networkId)
      }
      const account = await choose(networkId, signal)
      storeAccount(storage, namespace, account)
      return sessionOf(account, networkId)
    },
    async disconnect() {
      storeAccount(storage, namespace, undefined)
    },
    async request(networkId, method, params, signal) {
      if (!family.methods.includes(method)) return nodes.query(networkId, method, params, signal)
      const account = stored()
      if (!account) throw new KitError('unauthorized')
      return family.run(
        { networkId, account, method, params, signal },
        {
          query: (...query) => nodes.query(networkId, ...query, signal),
          sign: (step, run) =>
            ledger.sign(family.appOf(networkId), step, signal, async (device) => {
              // Another device, or another passphrase: noticed before it shows anything.
              const { address } = await family.readAccount(device, { path: account.path, networkId }, false)
              if (!sameAddress(namespace, address, account.address)) throw new LedgerError('otherDevice')
              return run(device)
            }),
        },
      )
    },
    accounts: async () => [stored()].flatMap((account) => (account ? [toAccount(account)] : [])),
    // The device reports nothing by itself; unplugged, it stays the chosen account.
    on: () => () => {},
  }
}

const toAccount = ({ address, type, path, publicKey }: LedgerAccount): WalletAccount => ({
  ...{ address, type, path: `m/${path}` },
  ...(publicKey ? { publicKey } : {}),
})
