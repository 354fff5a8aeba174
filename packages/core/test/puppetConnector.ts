import type { Connector, ConnectorEvent, ConnectorInfo, Session, WalletAccount } from '../src/model/connector.ts'

type Answer = { resolve(session: Session): void; reject(e: unknown): void; silent: boolean }

/** A mock connector whose responses and events the test controls. */
export function puppetConnector(over: Partial<ConnectorInfo> = {}, extra: Partial<Connector> = {}) {
  const connectRequests: Answer[] = []
  const listeners = new Set<(event: ConnectorEvent) => void>()
  const connector: Connector = {
    id: 'io.puppet',
    name: 'Puppet',
    type: 'ANNOUNCED',
    namespace: 'eip155',
    ...over,
    connect: ({ silent }) =>
      new Promise((resolve, reject) => {
        connectRequests.push({ resolve, reject, silent })
      }),
    disconnect: async () => undefined,
    request: async () => null,
    accounts: async () => [],
    on(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    ...extra,
  }
  return {
    connector,
    connectRequests,
    listeners: listeners,
    tell: (event: ConnectorEvent) => {
      for (const listener of [...listeners]) listener(event)
    },
  }
}

/** Accounts of which a wallet reports only the address. */
export const eoa = (address: string): WalletAccount => ({ address, type: 'eoa' })

/** A wallet's grant with one account. */
export const sessionOf = (account: string, networkId: Session['networkId'] = 'eip155:1'): Session => ({
  accounts: [eoa(account)],
  networkId,
  approvedNetworkIds: [],
  supportsAllNetworks: true,
})
