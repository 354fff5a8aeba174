import { afterEach, expect, it, vi } from 'vitest'
import { latestKit } from '../api/currentKits.ts'
import { createAppKit } from '../createAppKit.tsx'
import { mainnet } from '../networks.ts'
import { adviseDeveloper } from './adviseDeveloper.ts'

const options = { projectId: 'shop', networks: [mainnet], metadata: { url: 'https://shop.example' }, locale: 'en' }

afterEach(() => {
  latestKit()?.dispose()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('warns that a second call replaced the kit, but not after the page disposed it', async () => {
  vi.stubGlobal('location', { hostname: 'localhost' })
  const error = vi.spyOn(console, 'error').mockReturnValue()
  const info = vi.spyOn(console, 'info').mockReturnValue()
  const debug = vi.spyOn(console, 'debug').mockReturnValue()
  await adviseDeveloper(options, createAppKit(options))
  expect(info).not.toHaveBeenCalled()
  expect(debug.mock.calls.flat()).toEqual([expect.stringContaining('this page is on localhost')])
  const second = createAppKit({ ...options, themeMode: 'dark' })
  await adviseDeveloper(options, second)
  const sentence = expect.stringContaining('createAppKit: called again with other options, it replaced the first kit')
  expect(error.mock.calls).toEqual([[sentence]])
  second.dispose()
  await Promise.resolve()
  expect(error).toHaveBeenCalledOnce()
})
