import { expect, it } from 'vitest'
import type { CallContext } from '../http/serveContract.ts'
import { projectHandlers } from './project.ts'

type Deps = Parameters<typeof projectHandlers>[0]
const told = async (deps: Deps) => {
  const { features } = await projectHandlers(deps).getConfig({ projectId: 'shop' }, {} as CallContext)
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
