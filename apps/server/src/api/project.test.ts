import { expect, it } from 'vitest'
import { ethereum } from '../../test/testUpstream.ts'
import { createChains } from '../chains/createChains.ts'
import type { ServerChain } from '../chains/serverChain.ts'
import type { CallContext } from '../http/serveContract.ts'
import { projectHandlers } from './project.ts'

type Deps = Parameters<typeof projectHandlers>[0]
const source = { supports: ({ namespace }: ServerChain) => namespace === 'eip155' }
const all = { chains: createChains([ethereum]), sources: { quotes: [source], history: [source] } }
const readConfig = async (deps: Partial<Deps>, { sv, features = {} }: { sv?: string; features?: object } = {}) => {
  const context = { project: { features } } as CallContext
  const config = await projectHandlers({ ...all, ...deps }).getConfig({ projectId: 'shop', sv }, context)
  return Object.fromEntries(config.features.filter(({ isEnabled }) => isEnabled).map(({ id, config }) => [id, config]))
}
const always = { swap: ['1inch'], activity: [] }
const sellers = { onramp: { countries: [] } }

it('offers swaps and activity, and logins or an on-ramp only if the operator has them', async () => {
  expect(await readConfig({})).toEqual(always)
})

it.each(['html-wagmi-1.7.7', 'react-wagmi-1.8.0', 'react-universal-1.7.1', undefined])(
  "offers our own logins only to our kit, never as AppKit's social_login: %s",
  async (sv) => {
    const embedded = { socials: ['google', 'farcaster'] }
    const features = await readConfig({ embedded }, sv === undefined ? {} : { sv })
    expect(features).toEqual({ ...always, embedded_login: ['email', 'google', 'farcaster'] })
    expect(await readConfig({ embedded: {} })).toEqual({ ...always, embedded_login: ['email'] })
  },
)

it.each([
  ['html-wagmi-1.7.7', { onramp: ['coinbase'], fund_from_exchange: [] }],
  ['react-ethers-1.7.13', { onramp: ['coinbase'], fund_from_exchange: [] }],
  // Later versions know only Meld, at the vendor's account.
  ['react-ethers-1.7.14', { fund_from_exchange: [] }],
  ['react-wagmi-1.8.0', { fund_from_exchange: [] }],
  ['x', { fund_from_exchange: [] }],
])('names on-ramps in the terms that %s knows', async (sv, offered) => {
  expect(await readConfig(sellers, { sv })).toEqual({ ...always, ...offered })
})

it('offers no exchange if the operator sells by country, since these clients send none', async () => {
  const onramp = { countries: ['DE'] }
  expect(await readConfig({ onramp }, { sv: 'react-wagmi-1.8.0' })).toEqual(always)
})

it('omits what the project has switched off', async () => {
  const everything = { ...sellers, embedded: {} }
  const sv = 'html-wagmi-1.7.7'
  const offered = async (features: object) => Object.keys(await readConfig(everything, { sv, features }))
  const full = ['swap', 'onramp', 'activity', 'fund_from_exchange', 'embedded_login']
  expect(await offered({ analytics: true })).toEqual(full)
  expect(await offered({ swaps: true, logins: true })).toEqual(full)
  expect(await offered({ swaps: false })).toEqual(full.filter((id) => id !== 'swap'))
  expect(await offered({ activity: false })).toEqual(full.filter((id) => id !== 'activity'))
  expect(await offered({ buying: false })).toEqual(['swap', 'activity', 'embedded_login'])
  expect(await offered({ logins: false })).toEqual(full.filter((id) => id !== 'embedded_login'))
})

it("offers swaps and activity only if a source serves one of the server's chains", async () => {
  const solana = createChains([{ ...ethereum, id: 'solana:main', namespace: 'solana' }])
  expect(await readConfig({ chains: solana })).toEqual({})
  expect(await readConfig({ sources: { quotes: [], history: [source] } })).toEqual({ activity: [] })
  expect(await readConfig({ sources: { quotes: [source], history: [] } })).toEqual({ swap: ['1inch'] })
  // The chains of the local network arrive later than the server starts.
  const growing = createChains()
  const handlers = projectHandlers({ ...all, chains: growing })
  const swap = async () =>
    (await handlers.getConfig({ projectId: 'shop' }, { project: { features: {} } } as CallContext)).features.find(
      ({ id }) => id === 'swap',
    )
  expect(await swap()).toMatchObject({ isEnabled: false, config: [] })
  growing.add(ethereum)
  expect(await swap()).toMatchObject({ isEnabled: true, config: ['1inch'] })
})
