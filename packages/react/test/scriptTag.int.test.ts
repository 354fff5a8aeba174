import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { installInPage } from '@billfold/testkit/playwright'
import { sharedChromium } from '@billfold/testkit/test/sharedChromium'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type BuiltScript, bundleScript, scriptFile } from '../../../tools/pack/bundleScript.ts'
import { readGuide, withScript } from '../../../tools/pack/scriptInDocs.ts'
import { type PageServer, servePage, strictPolicy } from './servePage.ts'

const root = resolve(import.meta.dirname, '../../..')
const message = 'Grüezi'

let folder = ''
let script: BuiltScript
let guide = ''
let version = ''
let host: PageServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'billfold-script-'))
  script = await bundleScript(root)
  guide = await readGuide(root)
  version = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version
  host = await servePage(join(folder, 'host'))
})
afterAll(async () => {
  await host?.close()
  await rm(folder, { recursive: true, force: true })
})

const blockOf = (language: string, file: string): string =>
  new RegExp(`\`\`\`${language} ${file}\\n([\\s\\S]*?)\\n\`\`\``).exec(guide)?.[1] ?? ''

/** Opens the guide's page, which loads the script from another origin. */
async function openGuidePage(code: string): Promise<{ page: Page; problems: string[] }> {
  const path = `npm/@billfold/react@${version}/${scriptFile}`
  await mkdir(join(folder, 'host', dirname(path)), { recursive: true })
  await writeFile(join(folder, 'host', path), code)
  const site = await servePage(join(folder, 'site'), strictPolicy.replace("script-src 'self'", `$& ${host.url}`))
  onTestFinished(() => site.close())
  await mkdir(join(folder, 'site'), { recursive: true })
  const html = blockOf('html', 'page.html').replace('https://cdn.example.com', host.url)
  expect(html).toContain(`${host.url}/${path}`)
  expect(new URL(site.url).origin).not.toBe(new URL(host.url).origin)
  await writeFile(join(folder, 'site/index.html'), `<!doctype html><meta charset="utf-8"><title>Site</title>${html}`)
  const own = blockOf('js', 'wallets.js').replace('https://api.example.com', site.url)
  await writeFile(join(folder, 'site/wallets.js'), `${own}\nwindow.appKit = appKit\n`)

  const browser = await sharedChromium({ ignoreDefaultArgs: ['--hide-scrollbars'] })
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  context.setDefaultTimeout(40_000)
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (entry) => entry.type() === 'error' && problems.push(entry.text()))
  await installInPage(page, { chains: [{ id: 1, name: 'Ethereum', rpcUrl: 'http://127.0.0.1:9' }] })
  await page.goto(site.url)
  return { page, problems }
}

it('is in the guide by its version, hash and size: npm run integrity writes them', async () => {
  expect(guide).toContain(`integrity="${script.integrity}"`)
  expect(guide).toBe(withScript(guide, script, version))
})

it('connects a wallet and signs on a page of another origin, under a strict policy', async () => {
  const { page, problems } = await openGuidePage(script.code)
  await page.getByTestId('connect-button').click()
  await page.getByText('Devnet Wallet').first().click()
  await page.getByTestId('account-button').waitFor()
  const address = await page.title()
  expect(address).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
  const signature = await page.evaluate(
    ([message, address]) =>
      window.appKit.getProvider('eip155').request({ method: 'personal_sign', params: [message, address] }),
    [`0x${Buffer.from(message).toString('hex')}`, address],
  )
  const { verifyMessage } = await import('viem')
  expect(await verifyMessage({ address: address as `0x${string}`, message, signature })).toBe(true)
  expect(problems).toEqual([])
})

it('is refused by the browser if one byte of it differs', async () => {
  const { page, problems } = await openGuidePage(`${script.code} `)
  await expect.poll(() => problems.join('\n')).toMatch(/integrity/)
  expect(await page.evaluate(() => 'Billfold' in window)).toBe(false)
  expect(await page.getByTestId('connect-button').count()).toBe(0)
})

declare global {
  interface Window {
    appKit: { getProvider(namespace: string): { request(args: object): Promise<`0x${string}`> } }
  }
}
