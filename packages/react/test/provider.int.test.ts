import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from './startHarness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

it('gives libraries a provider that signs, rejects with the known codes, and announces changes', async () => {
  const { page, problems } = await harness.open()
  await page.getByTestId('connect-button').click()
  await page.getByTestId('wallet-selector-dev.billfold.devnet').click()
  await page.getByTestId('account-button').waitFor()
  const seen = await page.evaluate(async () => {
    const { appKit, wallet } = window.harness
    type Provider = {
      request(input: { method: string; params?: unknown }): Promise<unknown>
      on(event: string, listener: (value: unknown) => void): void
      removeListener(event: string, listener: (value: unknown) => void): void
    }
    const provider = appKit.getProvider<Provider>('eip155')!
    const values: unknown[] = []
    const listen = (value: unknown) => values.push(value)
    provider.on('chainChanged', listen)
    provider.on('disconnect', listen)
    const accounts = (await provider.request({ method: 'eth_accounts' })) as string[]
    const signature = await provider.request({ method: 'personal_sign', params: ['0x6869', accounts[0]] })
    wallet?.policy('reject')
    const refused = await provider
      .request({ method: 'personal_sign', params: ['0x6869', accounts[0]] })
      .catch((error: { code: unknown }) => error.code)
    wallet?.policy('approve')
    wallet?.switchChain(31338)
    const same = provider === appKit.getProvider('eip155')
    await appKit.disconnect()
    const gone = await provider.request({ method: 'eth_chainId' }).catch((error: { code: unknown }) => error.code)
    return { accounts, signature, refused, same, gone, told: values.map((t) => (t instanceof Error ? 'error' : t)) }
  })
  expect(seen).toEqual({
    accounts: [expect.stringMatching(/^0x[0-9a-fA-F]{40}$/)],
    signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
    refused: 4001,
    same: true,
    gone: 4900,
    told: ['0x7a6a', 'error'],
  })
  expect(problems).toEqual([])
})
