import { KitError } from '@billfold/protocol/error'
import { expect, test, vi } from 'vitest'
import type { SignRequest, Wallet } from '../wallet/wallet.ts'
import { pretendWallet } from './pretendWallet.ts'
import { signWhileAway } from './signWhileAway.ts'

const request = { kind: 'evmMessage' as const, message: new TextEncoder().encode('hi') }

/** A wallet whose API is away, until its person has opened it. */
function locked(code: KitError['code'], change: Partial<Wallet> = {}) {
  let isOpen = false
  const { sign } = pretendWallet()
  const wallet = pretendWallet({
    sign: (async (asked: SignRequest) => {
      if (!isOpen) throw new KitError(code)
      return await sign(asked as never)
    }) as Wallet['sign'],
    ...change,
  })
  return { wallet, unlock: vi.fn(async () => void (isOpen = true)) }
}

test('while the API is away a person opens the wallet themselves, and the request goes on', async () => {
  const { wallet, unlock } = locked('unavailable')
  expect(await signWhileAway(wallet, unlock).sign(request)).toMatch(/^0x[0-9a-f]{130}$/)
  expect(unlock).toHaveBeenCalledWith([{ kind: 'code' }])
})

test('anyone who has no way, or is signed out, is told why', async () => {
  const none = locked('unavailable', { ownWays: async () => [] })
  await expect(signWhileAway(none.wallet, none.unlock).sign(request)).rejects.toMatchObject({ code: 'unavailable' })
  const out = locked('unauthorized')
  await expect(signWhileAway(out.wallet, out.unlock).sign(request)).rejects.toMatchObject({ code: 'unauthorized' })
  expect([none.unlock, out.unlock].flatMap(({ mock }) => mock.calls)).toEqual([])
})
