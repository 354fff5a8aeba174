import type { DevnetManifest } from '@billfold/protocol/devnetManifest'
import { type InstallInPageOptions, installInPage, type RemoteWallet } from '@billfold/testkit/playwright'
import { settled } from '@billfold/testkit/test/settled'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { readManifest } from './callNode.ts'
import type { Open, OpenOptions } from './harness.ts'
import { stack } from './stack.ts'

/** The page with nothing but the kit. */
export const playground = `${stack.site}/playground`

let read: Promise<DevnetManifest> | undefined

/** The run's local network. */
export function manifest(): Promise<DevnetManifest> {
  read ??= readManifest(stack.devnet)
  return read
}

/** A chain that the wallet knows and the site does not use. */
export const foreignChain = 31339

export type VisitOptions = OpenOptions & {
  url?: string
  /** One wallet for each; by default an EVM-only Devnet Wallet that approves. */
  wallets?: readonly Partial<InstallInPageOptions>[]
}

/** Opens the playground in a browser with the given wallets. */
export async function visitKit(
  open: Open,
  options: VisitOptions = {},
): Promise<{ page: Page; wallets: RemoteWallet[] }> {
  const { url = playground, wallets: wanted = [{}], ...rest } = options
  const { chains } = await manifest()
  const known = chains.map(({ id, name, rpcUrl }) => ({ id, name, rpcUrl }))
  const wallets: RemoteWallet[] = []
  const page = await open(url, {
    ...rest,
    async prepare(context) {
      await rest.prepare?.(context)
      for (const each of wanted)
        wallets.push(
          await installInPage(context, {
            chains: [...known, { id: foreignChain, name: 'Elsewhere', rpcUrl: known[0]!.rpcUrl }],
            solana: false,
            ...each,
          } as InstallInPageOptions),
        )
    },
  })
  return { page, wallets }
}

export const devnetWallet = 'wallet-selector-dev.billfold.devnet'

/** Waits until the dialog is gone. */
export const closed = (page: Page): Promise<void> => page.getByTestId('w3m-modal-card').waitFor({ state: 'detached' })

/** Presses the button and picks a wallet, whose policy decides the answer. */
export async function choose(page: Page, wallet = devnetWallet): Promise<void> {
  await page.getByTestId('connect-button').click()
  await page.getByTestId(wallet).click()
}

/** Connects with a wallet that approves. */
export async function connect(page: Page, wallet = devnetWallet): Promise<void> {
  await choose(page, wallet)
  await page.getByTestId('account-button').waitFor()
  await closed(page)
}

/** The dialog by its name. */
export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true })

/** Timeout on a busy machine for an immediate reaction of the page. */
export const soon = { timeout: 40_000 }

/** Waits until the page's hooks show these values. */
export async function hooksSay(page: Page, values: Record<string, string | RegExp>): Promise<void> {
  for (const [testId, text] of Object.entries(values))
    await expect.poll(() => page.getByTestId(testId).innerText(), soon).toMatch(text)
}

/** The whole address in the hooks. */
export const shownAddress = (page: Page): Promise<string | null> =>
  page.getByTestId('w3m-address').getAttribute('data-value')

/** The test id of the focused element, inside the kit's and the wallet's own trees. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let at = document.activeElement
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
    return at?.getAttribute('data-testid') ?? at?.id ?? ''
  })

/** Presses Tab until a test id has the focus. */
export async function tabTo(page: Page, testId: string): Promise<void> {
  await page.getByTestId(testId).waitFor()
  await settled(page)
  for (let steps = 0; steps < 40 && (await focused(page)) !== testId; steps++) await page.keyboard.press('Tab')
  expect(await focused(page)).toBe(testId)
}
