import { type Devnet, startDevnet } from '@billfold/devnet/startDevnet'
import { optionsFromManifest } from '@billfold/testkit/installFromManifest'
import { installInWindow } from '@billfold/testkit/vitest'
import { verifyMessage } from 'viem/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'

const options = { host: '127.0.0.1', port: 0, evmPort: 0, chainIds: [31337, 31338], blockTime: 0, market: false }
let devnet: Devnet
beforeAll(async () => void (devnet = await startDevnet(options)))
afterAll(() => devnet?.close())

test('installs into an EventTarget in place of a window', async () => {
  const { manifest } = devnet
  // docs:vitest
  const window = new EventTarget()
  const wallet = installInWindow(window, optionsFromManifest(manifest))
  const providers: (typeof wallet.provider)[] = []
  window.addEventListener('eip6963:announceProvider', (event) => providers.push((event as CustomEvent).detail.provider))
  window.dispatchEvent(new Event('eip6963:requestProvider'))

  const [address] = (await providers[0]!.request({ method: 'eth_requestAccounts' })) as [`0x${string}`]
  const signature = await providers[0]!.request({ method: 'personal_sign', params: ['hello', address] })
  expect(await verifyMessage({ address, message: 'hello', signature: signature as `0x${string}` })).toBe(true)

  wallet.failNext(-32603, 'The wallet broke')
  const broken = providers[0]!.request({ method: 'personal_sign', params: ['hello', address] })
  await expect(broken).rejects.toMatchObject({ code: -32603 })
  wallet.uninstall()
  // docs:end
})
