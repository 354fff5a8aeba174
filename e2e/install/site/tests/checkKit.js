import { AppKitButton, createAppKit, useAppKitAccount } from '@billfold/react'
import { mainnet } from '@billfold/react/networks'
import { installInWindow } from '@billfold/testkit/vitest'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, expect, test, vi } from 'vitest'

/** A site's component test: the kit in a simulated window, and a wallet in it. */
export function checkKit(name) {
  let wallet
  afterAll(() => wallet.uninstall())

  test(`${name}: imports and renders the kit, which finds the test kit’s wallet`, async () => {
    wallet = installInWindow(window, { chains: [{ id: 1, name: 'Ethereum', rpcUrl: 'http://127.0.0.1:9' }] })
    const kit = createAppKit({ projectId: 'install', networks: [mainnet], apiUrl: 'http://127.0.0.1:9' })
    const Page = () => [
      createElement(AppKitButton, { key: 'button' }),
      createElement('output', { key: 'who' }, useAppKitAccount().address ?? 'Nobody'),
    ]
    const host = document.body.appendChild(document.createElement('div'))
    const root = createRoot(host)
    root.render(createElement(Page))
    await vi.waitFor(() => expect(host.querySelector('output')?.textContent).toBe('Nobody'))
    const buttons = () => [...host.children].flatMap((each) => [...(each.shadowRoot?.querySelectorAll('button') ?? [])])
    await vi.waitFor(() => expect(buttons().map((each) => each.textContent)).toEqual(['Connect Wallet']))
    expect(kit.getIsConnectedState()).toBe(false)
    root.unmount()
    kit.dispose()
  })
}
