import { expect, test } from 'vitest'
import { lossesOf } from './lossList.ts'

const costs = (...[losable]: Parameters<typeof lossesOf>) => Object.fromEntries(lossesOf(losable))

test.each([
  ['convenient', ['guardian'], 'costDevice'],
  ['hardened', ['guardian'], 'costDeviceDay'],
  ['strict', ['code'], 'costDeviceWay'],
  // The guardian rejects shares from before the wallet became strict.
  ['strict', ['guardian', 'code'], 'costDeviceWay'],
] as const)('%s with %s: a lost device costs what its policy says', (policy, ways, cost) => {
  for (const provider of [null, 'google', 'farcaster'] as const)
    expect(costs({ provider, policy, ways })).toMatchObject({ lossDevice: cost })
})

test('says of every login that losing it cannot be made good, and of a passkey that it is the login', () => {
  const of = { policy: 'convenient', ways: ['guardian'] } as const
  expect(costs({ provider: null, ...of })).toMatchObject({ lossMailbox: 'costLogin' })
  expect(costs({ provider: 'x', ...of })).toMatchObject({ lossAccount: 'costLogin' })
  const byKey = costs({ provider: 'passkey', policy: 'hardened', ways: ['passkey', 'code'] })
  expect(byKey).toEqual({
    ...{ lossDevice: 'costDevicePasskey', lossLoginPasskey: 'costLogin' },
    ...{ lossWay: 'costLastWay', lossServers: 'costServers' },
  })
})

test('speaks of a code or passkey only where there is one, and warns where it is the last way', () => {
  expect(costs({ provider: null, policy: 'convenient', ways: ['guardian'] })).not.toHaveProperty('lossWay')
  expect(costs({ provider: null, policy: 'convenient', ways: ['guardian', 'passkey'] })).toMatchObject({
    lossWay: 'costWay',
  })
  expect(costs({ provider: null, policy: 'strict', ways: ['code'] })).toMatchObject({ lossWay: 'costLastWay' })
  expect(costs({ provider: 'passkey', policy: 'strict', ways: ['passkey'] })).not.toHaveProperty('lossWay')
})
