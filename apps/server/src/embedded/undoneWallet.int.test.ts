import { memoryStore } from '@billfold/frame/test/memoryStore'
import { createWallet } from '@billfold/frame/wallet/createWallet'
import type { Wallet } from '@billfold/frame/wallet/wallet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shop } from '../../test/appDeps.ts'
import { startTestCluster, type TestCluster } from '../../test/testDatabase.ts'
import { testEmbedded, walletOrigin } from '../../test/testEmbedded.ts'
import { deliverNotices } from './notices.ts'

const [old, next, site] = ['ann@mail.example', 'mallory@evil.example', 'shop.example']
let cluster: TestCluster
beforeAll(async () => {
  cluster = await startTestCluster()
})
afterAll(() => cluster.stop())

/** The frame's own wallet in a new browser, on the real API. */
function newBrowser({ app, now }: ReturnType<typeof testEmbedded>): Wallet {
  return createWallet({
    settings: {
      projectId: shop.id,
      ...{ apiUrl: 'https://api.shop.example', guardianUrl: 'https://guardian.shop.example' },
      ...{ policy: 'strict', deviceLabel: 'Firefox on Linux' },
    },
    store: memoryStore(),
    fetch: async (input, init) => {
      const request = new Request(input, init)
      request.headers.set('origin', walletOrigin)
      request.headers.set('x-forwarded-for', '192.0.2.1')
      return await app.request(request)
    },
    now: () => now().getTime(),
    lock: (_, run) => run(),
    wait: () => new Promise(() => {}),
  })
}

test('opens on a new device after a reverted change of address, and can change again', async () => {
  const served = testEmbedded(await cluster.create())
  const logIn = async (wallet: Wallet, email: string) => {
    served.pass(60)
    await wallet.startEmail({ email, site })
    return await wallet.verifyEmail({ code: served.lastCode(email) })
  }
  const moveTo = async (wallet: Wallet, from: string, to: string) => {
    served.pass(60)
    await wallet.startEmailChange({ email: to })
    await wallet.verifyOldEmail({ code: served.lastCode(from) })
    await wallet.verifyNewEmail({ code: served.lastCode(to) })
  }
  const first = newBrowser(served)
  const login = await logIn(first, old)
  if (!('person' in login)) throw new Error('the device is new')
  await moveTo(first, old, next)
  await deliverNotices(served.deps)
  const mail = served.mails.findLast(({ to, text }) => to === old && text.includes('/revert/'))
  await served.app.request(/https:\S+revert\S+/.exec(mail!.text)![0], { method: 'POST' })

  const second = newBrowser(served)
  expect(await logIn(second, old)).toMatchObject({ isNewDevice: true })
  expect(await second.recoverByCode({ code: login.code! })).toEqual({ ...login.person, email: old })
  expect(await second.sign({ kind: 'evmMessage', message: new Uint8Array(1) })).toMatch(/^0x[0-9a-f]{130}$/)
  const code = await second.newRecoveryCode()
  await moveTo(second, old, 'ann@new.example')
  const third = newBrowser(served)
  await logIn(third, 'ann@new.example')
  expect(await third.recoverByCode({ code })).toMatchObject({ evmAddress: login.person.evmAddress })
})
