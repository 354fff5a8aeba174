import { expect, test } from 'vitest'
import { evmNetwork } from '../../../test/setUpKit.ts'
import { fakePage } from '../../ports/fakePage.ts'
import { loginsHeight } from './loginsHeight.ts'
import { resolveOptions } from './resolveOptions.ts'

const walletUrl = 'https://wallet.site.example'
const heightOf = (features: object) =>
  loginsHeight(
    resolveOptions({ projectId: 'p', networks: [evmNetwork(1)], walletUrl, features }, fakePage().page).options,
  )

test('is zero if no login is offered, or there is no wallet to log in to', () => {
  expect(heightOf({ email: false, socials: false })).toBe(0)
  expect(heightOf({ email: false, socials: [] })).toBe(0)
  expect(heightOf({ email: false, socials: true })).toBe(0)
  expect(heightOf({})).toBe(heightOf({ email: true, socials: ['google', 'x', 'apple'] }))
  expect(loginsHeight(resolveOptions({ projectId: 'p', networks: [evmNetwork(1)] }, fakePage().page).options)).toBe(0)
})

test('grows with the rows: one for e-mail, one for social logins, another from the third on', () => {
  const [email, one, two, three] = [false, ['google'], ['google', 'x'], ['google', 'x', 'apple']].map((socials) =>
    heightOf({ email: true, socials }),
  ) as [number, number, number, number]
  expect(email).toBeGreaterThan(0)
  expect([one - email, two - one, three - two]).toEqual([64, 0, 64])
  expect(heightOf({ email: false, passkey: true, socials: false })).toBe(email)
})
