import { createRequire } from 'node:module'
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type FrameLocator,
  type Locator,
  type Page,
} from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { needProgram } from '../../../tools/test/needProgram.ts'
import { type FrameSite, type FrameSiteOptions, type FrameUrlOptions, serveFrameSite } from './serveFrameSite.ts'

type HostMessage = { id?: string; type: string; payload?: unknown }
export type Host = {
  told: HostMessage[]
  channel: string
  port: MessagePort
  ask(name: string, payload?: unknown): string
}
declare const host: Host

export type SiteOptions = FrameUrlOptions & {
  isSlow?: boolean
  isBlocked?: boolean
  /** Runs in every page before its own scripts. */
  prepare?: () => void
  context?: BrowserContextOptions
}

/** A site that embeds the built frame, in Chromium: started before a file's tests and ended after them. */
export function frameSite(options: FrameSiteOptions = {}) {
  let browser: Browser
  let served: FrameSite
  const at = (name: string) => served.at(name)
  const frameUrl = (options?: FrameUrlOptions) => served.frameUrl(options)

  beforeAll(async () => {
    served = await serveFrameSite(options)
    const executablePath = await needProgram('chromium')
    const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update']
    browser = await chromium.launch({ executablePath, args })
  })
  afterAll(async () => {
    await browser?.close()
    await served?.close()
  })

  /** Puts the frame into a site's page. */
  async function embed(page: Page, options: SiteOptions) {
    await page.evaluate(
      ([src, isSlow]) => {
        Object.assign(window, { isSlow })
        ;(window as unknown as { open_(src: string): void }).open_(src as string)
      },
      [frameUrl(options), options.isSlow === true] as const,
    )
  }

  async function openSite(name = 'app', options: SiteOptions = {}) {
    const viewport = { width: 800, height: 700 }
    const context = await browser.newContext({ reducedMotion: 'reduce', viewport, ...options.context })
    onTestFinished(() => context.close())
    await context.addInitScript({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') })
    if (options.prepare) await context.addInitScript(options.prepare)
    // As a browser does that blocks what frames of other sites would keep.
    if (options.isBlocked)
      await context.addInitScript(() => {
        const blocked = {
          get: () => {
            throw new DOMException('denied', 'SecurityError')
          },
        }
        if (window.parent !== window) Object.defineProperty(window, 'localStorage', blocked)
      })
    const page = await context.newPage()
    const violations: string[] = []
    page.on('console', (message) => message.type() === 'error' && violations.push(message.text()))
    await page.goto(at(name))
    await embed(page, options)
    return { page, screen: page.frameLocator('iframe'), violations }
  }
  return { at, frameUrl, embed, openSite, rpcCalls: () => served.rpcCalls }
}

export const ready = (page: Page) => page.waitForFunction(() => host.channel !== undefined && host.port !== undefined)
export const answerOf = (page: Page, id: string) =>
  page
    .waitForFunction((id) => host.told.find((message) => message.id === id), id)
    .then((message) => message.jsonValue() as Promise<HostMessage>)
export const ask = (page: Page, name: string, payload?: unknown) =>
  page.evaluate(([request, input]) => host.ask(request as string, input), [name, payload] as const)
export const requestRpc = (page: Page, method: string, params: unknown) => ask(page, 'RPC_REQUEST', { method, params })
export const approveButton = (screen: FrameLocator) => screen.getByTestId('frame-approve')
export const isReady = (screen: FrameLocator) =>
  expect.poll(() => approveButton(screen).getAttribute('aria-disabled')).toBe('false')
/** Presses a control as a person does, whose pointer was over the frame for a while. */
export async function press(screen: FrameLocator, control: Locator): Promise<void> {
  await control.hover()
  await screen.locator('body[data-pointer=known]').waitFor()
  await control.click()
}
export const axeFindings = (screen: FrameLocator) =>
  screen.locator('body').evaluate(async () => {
    type Axe = { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run({ preload: false })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  })
