import { KitError } from '@billfold/protocol/error'
import { expect, test, vi } from 'vitest'
import { pretendWallet } from '../../test/pretendWallet.ts'
import type { SignRequest, Wallet } from '../wallet/wallet.ts'
import { signWithoutServer } from './signWithoutServer.ts'

const request = { kind: 'evmMessage' as const, message: new TextEncoder().encode('hi') }

/** A wallet that fails to sign until its person has opened it. */
function locked(code: KitError['code'], change: Partial<Wallet> = {}) {
  let isOpen = false
  const { sign } = pretendWallet()
  const wallet = pretendWallet({
    sign: (async (call: SignRequest) => {
      if (!isOpen) throw new KitError(code)
      return await sign(call as never)
    }) as Wallet['sign'],
    ...change,
  })
  return { wallet, unlock: vi.fn(async () => void (isOpen = true)) }
}

test('lets the person open the wallet while the API is down, and resumes the request', async () => {
  const { wallet, unlock } = locked('unavailable')
  expect(await signWithoutServer(wallet, unlock).sign(request)).toMatch(/^0x[0-9a-f]{130}$/)
  expect(unlock).toHaveBeenCalledWith([{ kind: 'code' }])
})

test('passes on the error without a way to unlock, or without a login', async () => {
  const none = locked('unavailable', { ownWays: async () => [] })
  await expect(signWithoutServer(none.wallet, none.unlock).sign(request)).rejects.toMatchObject({ code: 'unavailable' })
  const out = locked('unauthorized')
  await expect(signWithoutServer(out.wallet, out.unlock).sign(request)).rejects.toMatchObject({ code: 'unauthorized' })
  expect([none.unlock, out.unlock].flatMap(({ mock }) => mock.calls)).toEqual([])
})
