import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simulatedKeystone } from '@billfold/core/test/simulatedKeystone'
import { launchChromium } from '@billfold/testkit/test/launchChromium'
import { URDecoder } from '@ngraveio/bc-ur'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { buildPage } from './buildPage.ts'
import { scanCode } from './scanCode.ts'
import { type PageServer, servePage } from './servePage.ts'
import { violations } from './violations.ts'
import { watchPage } from './watchPage.ts'
import { writeCameraFilm } from './writeCameraFilm.ts'

const device = simulatedKeystone()
let folder: string
let film: string
let server: PageServer
let browser: Browser
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'billfold-camera-'))
  film = join(folder, 'camera.y4m')
  await writeCameraFilm(film, ['https://billfold.example'])
  server = await servePage(await buildPage(undefined, ['qrSigner.html']))
  browser = await launchChromium({
    args: [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  })
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

async function visit(prepare: (page: Page) => Promise<unknown> = async () => undefined) {
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 900, height: 800 } })
  context.setDefaultTimeout(60_000)
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const problems = watchPage(page, server.url)
  // Every camera that the page opens, to see it turned off.
  await page.addInitScript(() => {
    const streams: MediaStream[] = []
    Object.assign(window, { streams })
    const { mediaDevices } = navigator
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints)
      streams.push(stream)
      return stream
    }
  })
  await prepare(page)
  await page.goto(`${server.url}/qrSigner.html?setup=${encodeURIComponent('{}')}`)
  return { page, problems }
}

/** Whether each camera that was opened is off again: [opened, off]. */
const cameras = (page: Page) =>
  page.evaluate(() => {
    const { streams } = window as unknown as { streams: MediaStream[] }
    const off = streams.filter((stream) => stream.getTracks().every(({ readyState }) => readyState === 'ended'))
    return [streams.length, off.length]
  })

async function choose(page: Page): Promise<void> {
  await page.getByTestId('connect-button').click()
  await page.getByRole('button', { name: /^Keystone/ }).click()
}

async function connect(page: Page): Promise<void> {
  await writeCameraFilm(film, device.parts(device.evmAccount(), 60))
  await choose(page)
  await page.getByTestId('qr-signer-allow').click()
  await page.getByTestId('qr-signer-account').first().click()
  await page.getByTestId('account-button').waitFor()
}

type Signing = Window & {
  appKit: { getProvider(family: string): { request(call: object): Promise<string> } }
  signature?: string
}
const sign = (page: Page, message: string, address: string) =>
  page.evaluate(
    ({ message, address }) => {
      const at = window as unknown as Signing
      at.appKit
        .getProvider('eip155')
        .request({ method: 'personal_sign', params: [message, address] })
        .then(
          (signature) => (at.signature = signature),
          (error: { code?: number }) => (at.signature = `rejected ${error.code}`),
        )
    },
    { message, address },
  )
const signature = (page: Page) => page.evaluate(() => (window as unknown as Signing).signature)

/** The device before the page: it reads each part from the screen. */
async function readRequest(page: Page) {
  const decoder = new URDecoder()
  const code = page.getByTestId('qr-signer-code')
  await code.waitFor()
  for (let tries = 0; !decoder.isComplete() && tries < 30; tries++) {
    const text = await scanCode(code)
    if (text) decoder.receivePart(text)
    const next = page.getByTestId('qr-signer-next')
    if (!decoder.isComplete() && (await next.isVisible())) await next.click()
  }
  const ur = decoder.resultUR()
  return { type: ur.type, cbor: ur.cbor }
}

describe('an air-gapped signer before the camera', () => {
  it('connects, signs a message, and turns the camera off each time', async () => {
    const { page, problems } = await visit()
    const scripts: string[] = []
    page.on('request', (request) => void scripts.push(request.url()))
    await page.getByTestId('connect-button').click()
    await page.getByRole('button', { name: /^Keystone/ }).waitFor()
    expect(scripts.filter((url) => /qrSigner|qrConnector|decode/i.test(url))).toEqual([])
    await page.keyboard.press('Escape')
    await writeCameraFilm(film, device.parts(device.evmAccount(), 60))
    await choose(page)
    await page.getByTestId('qr-signer-allow').waitFor()
    expect(await violations(page)).toEqual([])
    expect(await cameras(page)).toEqual([0, 0])
    await page.getByTestId('qr-signer-allow').click()
    await page.getByTestId('qr-signer-account').first().waitFor()
    expect(await violations(page)).toEqual([])
    expect(await cameras(page)).toEqual([1, 1])
    await page.getByTestId('qr-signer-account').nth(1).click()
    await page.getByTestId('account-button').waitFor()
    const { address } = device.evm(1)

    await sign(page, '0x48656c6c6f', address)
    const request = await readRequest(page)
    expect(await violations(page)).toEqual([])
    await writeCameraFilm(film, device.parts(await device.answer(request), 60))
    await page.getByTestId('qr-signer-scan').click()
    await expect.poll(() => signature(page)).toBe(await device.evm(1).signMessage({ message: 'Hello' }))
    await expect.poll(() => cameras(page)).toEqual([2, 2])
    await expect.poll(() => page.getByTestId('qr-signer-dialog').count()).toBe(0)

    await page.reload()
    await page.getByTestId('account-button').waitFor()
    expect(problems).toEqual([])
  })

  it('says that a code is another wallet’s, and rejects when the visitor closes the view', async () => {
    const { page } = await visit()
    await connect(page)
    await sign(page, '0x48', device.evm(0).address)
    await page.getByTestId('qr-signer-code').waitFor()
    await writeCameraFilm(film, ['ethereum:0x52908400098527886E0F7030069857D2E4169EE7'])
    await page.getByTestId('qr-signer-scan').click()
    await page.getByText('This code is from another wallet.').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByTestId('qr-signer-close').click()
    await expect.poll(() => signature(page)).toBe('rejected 4001')
    await expect.poll(() => cameras(page)).toEqual([2, 2])
  })

  it.each([
    ['NotAllowedError', 'The camera is blocked'],
    ['NotFoundError', 'No camera found'],
    ['NotReadableError', 'The camera can’t be used'],
  ])('explains %s', async (name, title) => {
    const { page } = await visit((opened) =>
      opened.addInitScript((reason) => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', reason))
      }, name),
    )
    await choose(page)
    await page.getByTestId('qr-signer-allow').click()
    await page.getByText(title).waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByText('Declined', { exact: false }).first().waitFor()
  })
})
