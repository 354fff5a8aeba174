import { describe, expect, it, vi } from 'vitest'
import { puppetConnector, sessionOf } from '../../test/puppetConnector.ts'
import { evmNetwork, setUpKit, solanaNetwork } from '../../test/setUpKit.ts'
import { connectWallet } from '../features/connect/connectWallet.ts'
import { connectList } from '../features/wallets/connectList.ts'
import { prefetch } from '../features/wallets/prefetch.ts'
import { connectedAccount } from '../model/connectedAccount.ts'
import type { Connector, ConnectorInfo } from '../model/connector.ts'
import type { ConnectorHost, SiteConnector } from '../model/siteConnector.ts'
import { siteConnector } from './siteConnector.ts'

const account = '0x52908400098527886E0F7030069857D2E4169EE7'
const icon = 'data:image/svg+xml,<svg/>'

function acme(families: SiteConnector['families'] = ['eip155', 'solana', 'bip122']) {
  const loads: [ConnectorInfo, ConnectorHost][] = []
  const puppet = puppetConnector()
  const load = async (info: ConnectorInfo, host: ConnectorHost): Promise<Connector> => {
    loads.push([info, host])
    return { ...puppet.connector, ...info }
  }
  return {
    loads,
    puppet,
    wallet: siteConnector({ id: 'acme', name: 'Acme', icon, families, canSwitch: ['eip155'], load }),
  }
}
const listed = { featured: [], recommended: [] }

describe('a wallet that the site adds', () => {
  it('is one row, with the families of the site’s networks', () => {
    const { kit } = setUpKit({ connectors: [acme().wallet], networks: [evmNetwork(1), solanaNetwork] })
    kit.connectors.ask()
    const rows = connectList(kit.store.get(), listed)
    expect(rows).toMatchObject([{ kind: 'external', connector: { id: 'acme', name: 'Acme', icon } }])
    expect(rows).toMatchObject([{ connector: { connectors: [{ namespace: 'eip155' }, { namespace: 'solana' }] } }])
    expect(kit.connectors.get('eip155', 'acme')).toHaveProperty('switchNetwork')
    expect(kit.connectors.get('solana', 'acme')).not.toHaveProperty('switchNetwork')
  })

  it('loads its code when the visitor chooses it, not when the dialog opens', async () => {
    const { wallet, loads, puppet } = acme(['eip155'])
    const { kit } = setUpKit({ connectors: [wallet] })
    kit.store.send({ type: 'modal/opened', view: { name: 'Connect' } })
    prefetch(kit, { connected: false })
    expect(loads).toEqual([])
    const connecting = connectWallet(kit, { connectorId: 'acme', namespace: 'eip155' })
    await vi.waitFor(() => expect(puppet.connectRequests).toHaveLength(1))
    puppet.connectRequests[0]!.resolve(sessionOf(account))
    await connecting
    expect(connectedAccount(kit.store.get(), 'eip155')).toMatchObject({ connectorId: 'acme', address: account })
    expect(loads).toHaveLength(1)
    expect(loads[0]?.[1].options.metadata).toBe(kit.options.metadata)
  })

  it('leaves the other wallets alone if it is not a wallet at all', () => {
    const { kit } = setUpKit({ connectors: [acme as never, acme(['eip155']).wallet] })
    kit.connectors.ask()
    expect(kit.store.get().connectors.map(({ id }) => id)).toContain('acme')
  })
})
