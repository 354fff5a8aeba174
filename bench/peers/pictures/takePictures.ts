import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { launchChromium } from '@billfold/testkit/test/launchChromium'
import type { Browser, Page } from 'playwright-core'
import { buildApp } from '../buildApp.ts'
import { installApp } from '../installApp.ts'
import { serveApp } from '../serveApp.ts'
import { benchWallet } from './benchWallet.ts'
import { type Kit, kits, type ScreenName, screenNames } from './screens.ts'
import { simulateNetwork } from './simulateNetwork.ts'

// npm run pictures -- --peers [kit,kit]: our screens beside those of the peers that bench/peers builds. Installs them
// once, which takes some minutes. The pictures and the sheets are not part of the repository.

const [, , , only] = process.argv
const root = resolve(import.meta.dirname, '../../..')
const folder = join(root, '.billfold/pictures/peers')
const apps = resolve(import.meta.dirname, '../apps')
const chosen = kits.filter(({ id }) => !only || only.split(',').includes(id))

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const looks = {
  'light-1280': { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  'dark-1280': { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  'light-390': { colorScheme: 'light', viewport: { width: 390, height: 844 }, userAgent: phone, hasTouch: true },
  'dark-390': { colorScheme: 'dark', viewport: { width: 390, height: 844 }, userAgent: phone, hasTouch: true },
} as const
type LookName = keyof typeof looks

const middle = 720

/** The steps to a screen, in a page of its own; undefined if the kit has none. */
function stepsTo(kit: Kit, screen: ScreenName): ((page: Page) => Promise<unknown>)[] | undefined {
  const { open, choose, qr, account, network } = kit
  if (screen === 'connect') return [open]
  if (screen === 'connecting') return [open, choose]
  if (screen === 'qr') return qr && [open, qr]
  if (screen === 'account') return [open, choose, account]
  // RainbowKit's is a button of its own; the others' is in the account.
  return network && (kit.id === 'rainbowkit' ? [open, choose, network] : [open, choose, account, network])
}

async function takeScreen(
  browser: Browser,
  kit: Kit,
  url: string,
  look: LookName,
  screen: ScreenName,
): Promise<boolean> {
  const steps = stepsTo(kit, screen)
  if (!steps) return false
  const context = await browser.newContext({ ...looks[look], reducedMotion: 'reduce', deviceScaleFactor: 1 })
  try {
    await simulateNetwork(context, url)
    const doesApprove = screen === 'account' || screen === 'network'
    await context.addInitScript(`const __name = (value) => value; (${benchWallet})(${doesApprove})`)
    const page = await context.newPage()
    // The same ground under every kit: pages of these are empty.
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.colorScheme = 'light dark'
      })
    })
    await page.goto(url)
    for (const step of steps) {
      await step(page)
      // Animations end, and requests get their responses.
      await page.waitForTimeout(1_500)
    }
    const { width, height } = looks[look].viewport
    // Of a wide window only the middle, where every kit puts its dialog.
    const clip = { x: Math.max(0, (width - middle) / 2), y: 0, width: Math.min(width, middle), height }
    await page.screenshot({ path: join(folder, `${kit.id}-${screen}-${look}.png`), clip, animations: 'disabled' })
    return true
  } catch (error) {
    console.error(`${kit.id} ${screen} ${look}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    return false
  } finally {
    await context.close()
  }
}

/** All kits' screens of one look in a table: a page to open, and one picture of it. */
async function writeSheet(browser: Browser, look: LookName): Promise<void> {
  // With those of an earlier run, so that one kit can be taken again.
  const cell = (kit: Kit, screen: ScreenName) => {
    const name = `${kit.id}-${screen}-${look}.png`
    return existsSync(join(folder, name))
      ? `<td><img src="${name}" alt=""></td>`
      : '<td class="none">no such screen reached</td>'
  }
  const row = (screen: ScreenName) => `<tr><th>${screen}</th>${kits.map((kit) => cell(kit, screen)).join('')}</tr>`
  const isWide = looks[look].viewport.width > 1000
  const html = `<!doctype html><meta charset="utf-8"><title>${look}</title>
<style>body{margin:16px;font:14px system-ui;background:#fff}th{padding:8px;text-align:left}td{vertical-align:top;padding:4px}
img{width:${isWide ? 560 : 300}px;border:1px solid #ccc}.none{color:#777}</style>
<table><tr><th></th>${kits.map(({ label }) => `<th>${label}</th>`).join('')}</tr>${screenNames.map(row).join('')}</table>`
  const file = join(folder, `${look}.html`)
  await writeFile(file, html)
  const page = await browser.newPage({ viewport: { width: isWide ? 2400 : 1400, height: 900 } })
  await page.goto(`file://${file}`)
  await page.screenshot({ path: join(folder, `sheet-${look}.png`), fullPage: true })
  await page.close()
}

await mkdir(folder, { recursive: true })
const built = await mkdtemp(join(tmpdir(), 'billfold-peers-'))
const browser = await launchChromium()
const taken = new Set<string>()
try {
  for (const kit of chosen) {
    if (kit.id !== 'billfold') await installApp(join(apps, kit.id))
    const served = await serveApp(await buildApp(apps, kit.id, built, 'pictures.jsx'))
    try {
      for (const look of Object.keys(looks) as LookName[])
        for (const screen of screenNames)
          if (await takeScreen(browser, kit, served.url, look, screen)) taken.add(`${kit.id}-${screen}-${look}.png`)
    } finally {
      await served.close()
    }
    console.log(`${kit.label}: ${[...taken].filter((name) => name.startsWith(kit.id)).length} pictures`)
  }
  for (const look of Object.keys(looks) as LookName[]) await writeSheet(browser, look)
} finally {
  await browser.close()
  await rm(built, { recursive: true, force: true })
}
console.log(`The sheets are in ${folder}`)
