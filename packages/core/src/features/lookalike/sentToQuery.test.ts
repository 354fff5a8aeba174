import { beforeAll, expect, test } from 'vitest'
import { setUpKit } from '../../../test/setUpKit.ts'
import { fakeHttp } from '../../ports/fakeHttp.ts'
import { sentToQuery } from './sentToQuery.ts'

beforeAll(() => import('../../api/createMoneyApi.ts'))

const account = '0x52908400098527886E0F7030069857D2E4169EE7'
const friend = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const paid = {
  id: '1',
  metadata: {
    ...{ operationType: 'send', hash: '0x1', chain: 'eip155:1', minedAt: '2026-01-01T00:00:00Z', nonce: 1 },
    ...{ sentFrom: account, sentTo: friend, status: 'confirmed' },
  },
  transfers: [{ direction: 'out', quantity: { numeric: '1' }, to: friend }],
}

function ask(answer: (url: string) => { status?: number; body: unknown }) {
  const { kit } = setUpKit({ http: fakeHttp(({ url }) => answer(url)) })
  const query = sentToQuery(kit, { address: `eip155:1:${account}` })
  return query.queryFn({ signal: new AbortController().signal })
}

test('gets all recipients of the account from the server on a fresh device', async () => {
  const everybody = Array.from({ length: 300 }, (_, at) => `0x${at.toString(16).padStart(40, '0')}`)
  expect(await ask(() => ({ body: { data: everybody, isWhole: true } }))).toEqual(everybody)
})

test('falls back to the history on an older server, and to nothing if both fail', async () => {
  const older = (url: string) =>
    url.includes('/counterparties') ? { status: 404, body: {} } : { body: { data: [paid], next: null } }
  expect(await ask(older)).toEqual([friend])
  expect(await ask(() => ({ status: 404, body: {} }))).toEqual([])
})
