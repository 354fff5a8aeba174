import { afterEach, describe, expect, test } from 'vitest'
import { fakeWallet } from '../../../test/walletConnect/fakeWallet.ts'
import { settle } from '../../../test/walletConnect/memoryRelay.ts'
import { endHubs, startHub } from '../../../test/walletConnect/startHub.ts'
import { spentMs } from './createPairings.ts'

const own = { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', type: 'eoa' }
afterEach(endHubs)

describe('a link that a wallet has used', () => {
  test('is not shown to a visitor who comes back', async () => {
    const { hub, request, uris, server } = startHub()
    const leaving = new AbortController()
    hub.connect('eip155', request({ signal: leaving.signal })).catch(() => undefined)
    await settle()
    await fakeWallet(server).pair(uris()[0]!, { settle: false })
    leaving.abort()
    hub.connect('eip155', request()).catch(() => undefined)
    await settle()
    expect(uris()).toHaveLength(2)
    expect(uris()[1]).not.toBe(uris()[0])
  })

  test('is replaced after a failure, and another wallet connects by the next', async () => {
    const { hub, request, uris, server, pass } = startHub()
    const connecting = hub.connect('eip155', request())
    await settle()
    await fakeWallet(server).pair(uris()[0]!, { settle: false })
    await pass(spentMs)
    expect(new Set(uris()).size).toBe(2)
    await fakeWallet(server).pair(uris()[1]!)
    expect((await connecting).accounts).toEqual([own])
  })

  test('stays the only one if its wallet settles at once', async () => {
    const { hub, request, uris, server, pass } = startHub()
    const connecting = hub.connect('eip155', request())
    await settle()
    await fakeWallet(server).pair(uris()[0]!)
    await connecting
    await pass(2 * spentMs)
    expect(uris()).toHaveLength(1)
  })

  test.each([
    ['was gone', ({ server }: ReturnType<typeof startHub>) => server.cut()],
    ['had lost its database', ({ server }: ReturnType<typeof startHub>) => Object.assign(server.faults, away)],
  ])('may be the shown one when the relay %s, and is replaced once it is back', async (_, fail) => {
    const set = startHub()
    const { hub, request, uris, server, pass } = set
    const connecting = hub.connect('eip155', request())
    await settle()
    fail(set)
    await pass(120_000)
    server.faults.error = undefined
    await pass(60_000)
    expect(uris().length).toBeGreaterThan(1)
    // A scan of the first link still works.
    await fakeWallet(server).pair(uris()[0]!)
    expect((await connecting).accounts).toEqual([own])
  })
})
const away = { error: { code: -32000, message: 'The database is away' } }
