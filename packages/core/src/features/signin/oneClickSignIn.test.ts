import { expect, test, vi } from 'vitest'
import { evmNetwork, setUpKit } from '../../../test/setUpKit.ts'
import { scriptedSiwx } from '../../../test/setUpSignIn.ts'
import type { Siwx } from '../../model/siwx.ts'
import { oneClickSignIn } from './oneClickSignIn.ts'

const setUp = (createMessage: Siwx['createMessage']) =>
  setUpKit({ siwx: scriptedSiwx({ createMessage }).siwx, networks: [evmNetwork(1)] })

test('offers the connection without a sign-in if the site cannot create its message', async () => {
  for (const createMessage of [
    () => Promise.reject(new Error('down')),
    () => {
      throw new Error('broken')
    },
  ]) {
    const { kit, log } = setUp(createMessage)
    expect(await oneClickSignIn(kit)).toBeUndefined()
    expect(log.infos).toContainEqual(expect.stringContaining('one-click sign-in'))
    kit.dispose()
  }
})

test('waits at most a second for the message', async () => {
  const createMessage = vi.fn(() => new Promise<never>(() => undefined))
  const { kit, clock } = setUp(createMessage)
  let isOffered = false
  const offered = oneClickSignIn(kit).then((beside) => {
    isOffered = true
    return beside
  })
  await vi.waitFor(() => expect(createMessage).toHaveBeenCalled())
  clock.advance(999)
  await new Promise((resolve) => setImmediate(resolve))
  expect(isOffered).toBe(false)
  clock.advance(1)
  expect(await offered).toBeUndefined()
  kit.dispose()
})
