import { expect, it } from 'vitest'
import { createChains } from '../chains/createChains.ts'
import type { ServerChain } from '../chains/serverChain.ts'
import type { CallContext } from '../http/serveContract.ts'
import { ethereum } from '../providers/hosted/testUpstream.ts'
import { projectHandlers } from './project.ts'

type Deps = Parameters<typeof projectHandlers>[0]
const source = { supports: ({ namespace }: ServerChain) => namespace === 'eip155' }
const all = { chains: createChains([ethereum]), sources: { quotes: [source], history: [source] } }
const told = async (deps: Partial<Deps>) => {
  const { features } = await projectHandlers({ ...all, ...deps }).getConfig({ projectId: 'shop' }, {} as CallContext)
  return Object.fromEntries(features.filter(({ isEnabled }) => isEnabled).map(({ id, config }) => [id, config]))
}

it('tells later clients of what the operator has set up: e-mail, social logins and buying among it', async () => {
  const always = { swap: ['1inch'], activity: [] }
  expect(await told({})).toEqual(always)
  expect(await told({ embedded: {} })).toEqual({ ...always, social_login: ['email'] })
  expect(await told({ embedded: { socials: ['google', 'farcaster'] }, onramp: {} })).toEqual({
    ...always,
    social_login: ['email', 'google', 'farcaster'],
    onramp: ['coinbase'],
  })
})

it('tells them of swaps and activity only where a source has a chain of the server for it', async () => {
  const solana = createChains([{ ...ethereum, id: 'solana:main', namespace: 'solana' }])
  expect(await told({ chains: solana })).toEqual({})
  expect(await told({ sources: { quotes: [], history: [source] } })).toEqual({ activity: [] })
  expect(await told({ sources: { quotes: [source], history: [] } })).toEqual({ swap: ['1inch'] })
  // The chains of the local network come later than the server.
  const growing = createChains()
  const handlers = projectHandlers({ ...all, chains: growing })
  const swap = async () =>
    (await handlers.getConfig({ projectId: 'shop' }, {} as CallContext)).features.find(({ id }) => id === 'swap')
  expect(await swap()).toMatchObject({ isEnabled: false, config: [] })
  growing.add(ethereum)
  expect(await swap()).toMatchObject({ isEnabled: true, config: ['1inch'] })
})
