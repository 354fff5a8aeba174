import type { Policy, PolicyMap } from './approvals.ts'
import { createDevnetWallet, type DevnetWallet, type DevnetWalletOptions } from './createDevnetWallet.ts'
import { postJson, type RpcTransport } from './requestRpc.ts'

/** Passed from the test's process into the page: plain-data options, and the state that the test has set since. */
export type InpageSetup = Omit<DevnetWalletOptions, 'remember' | 'transport' | 'policy'> & {
  /** The wallet's name on the page for the test's process, and of the function that reaches chains for it. */
  handle: string
  binding: string
  remember: boolean
  policies: readonly (Policy | PolicyMap)[]
}

type Page = typeof globalThis & { [name: string]: unknown }

/** Installs the wallet into the page this script runs in: the one thing that `installInPage` injects. */
export function installInpage(setup: InpageSetup): void {
  const page = globalThis as Page
  // Not in frames of other origins' ads and widgets, and not twice.
  if (page.window !== page.window.top || page[setup.handle]) return
  const { handle, binding, remember, policies, ...options } = setup
  const wallet: DevnetWallet = createDevnetWallet({
    ...options,
    transport: throughTest(page, binding),
    ...(remember && isStorageOpen() && { remember: localStorage }),
  })
  for (const policy of policies) wallet.policy(policy)
  Object.defineProperty(page, handle, { value: wallet })
  wallet.install(window)
}

/** As an extension's background page would, the test's process reaches chains: the page's CSP has no say in it. */
const throughTest =
  (page: Page, binding: string): RpcTransport =>
  async (url, body) => {
    const ask = page[binding]
    if (typeof ask !== 'function') return postJson(url, body)
    return String(await ask(url, body))
  }

function isStorageOpen(): boolean {
  try {
    return typeof localStorage === 'object'
  } catch {
    // about:blank and sandboxed pages have an opaque origin, and no storage.
    return false
  }
}
