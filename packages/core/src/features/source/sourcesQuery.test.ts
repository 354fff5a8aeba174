import { expect, test } from 'vitest'
import { eoa, puppetConnector, sessionOf } from '../../../test/puppetConnector.ts'
import { setUpKit } from '../../../test/setUpKit.ts'
import { infoOf } from '../../model/connector.ts'
import { queriesOf } from '../../queries/queriesOf.ts'
import { sourcesQuery } from './sourcesQuery.ts'

const me = '0x52908400098527886E0F7030069857D2E4169EE7'
const second = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const third = '0xde709f2102306220921060314715629080e2fb77'

test('offers accounts of all connected wallets, and of others that trust the page', async () => {
  const { kit } = setUpKit()
  const wallets = [
    puppetConnector({ id: 'io.one', name: 'One' }, { accounts: async () => [eoa(me)] }),
    puppetConnector(
      { id: 'wc', name: 'Phone', type: 'WALLET_CONNECT' },
      { accounts: () => Promise.reject(new Error('no one asks a phone')) },
    ),
    puppetConnector(
      { id: 'io.two', name: 'Two' },
      { accounts: async () => [{ ...eoa(third.toLowerCase()), publicKey: '02aa' }] },
    ),
    puppetConnector({ id: 'io.three', name: 'Three' }, { accounts: async () => [] }),
  ]
  for (const { connector } of wallets) {
    kit.connectors.add(connector)
    kit.store.send({ type: 'connector/announced', connector: infoOf(connector) })
  }
  const ask = () => queriesOf(kit).fetchQuery(sourcesQuery(kit, { namespace: 'eip155' }))
  expect(await ask()).toEqual([])
  const connected = { type: 'account/connected', namespace: 'eip155', how: 'user' } as const
  kit.store.send({ ...connected, connectorId: 'wc', ...sessionOf(second) })
  kit.store.send({ ...connected, connectorId: 'io.one', ...sessionOf(me) })
  const sources = await ask()
  expect(sources.map(({ wallet, address }) => `${wallet} ${address.slice(0, 6).toLowerCase()}`)).toEqual([
    'One 0x5290',
    'Phone 0x8617',
    'Two 0xde70',
  ])
  expect(sources.map(({ publicKey }) => publicKey)).toEqual([undefined, undefined, '02aa'])
  kit.dispose()
})
