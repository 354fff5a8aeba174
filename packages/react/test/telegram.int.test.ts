import { createHmac } from 'node:crypto'
import { createTelegramAuth, type TelegramError } from '@billfold/server-auth/telegram'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, type PageLook, startHarness } from './startHarness.ts'
import { appIn, callsOf, playTelegram, sendEvent, sendRaw, telegramOrigin } from './telegramHost.ts'

const strangerOrigin = 'https://telegram.example'
/** The Mini App, served by the harness: browsers keep public pages from framing local ones. */
const appOrigin = 'https://app.example'
let harness: Harness
beforeAll(async () => {
  harness = await startHarness({ origins: [telegramOrigin, strangerOrigin, appOrigin] })
})
afterAll(() => harness?.stop())

const dark = { bg_color: '#17212b', text_color: '#f5f5f5', button_color: '#5288c1', button_text_color: '#ffffff' }
const light = { ...dark, bg_color: '#ffffff', text_color: '#000000', button_color: '#ffff00' }
const phone: PageLook = { width: 390, height: 844, touch: true }

const botToken = '7342037359:AAFZehRPBRs8Seg40oDjTMIW8uTGPuW1zfQ'
/** Data on a visitor, signed as Telegram does for this bot. */
const initData = (() => {
  const fields = { auth_date: String(Math.floor(Date.now() / 1000)), user: '{"id":42,"first_name":"Ada"}' }
  const text = Object.entries(fields).map((field) => field.join('='))
  const secret = createHmac('sha256', 'WebAppData').update(botToken).digest()
  const hash = createHmac('sha256', secret).update(text.join('\n')).digest('hex')
  return `${new URLSearchParams({ ...fields, hash })}`
})()

/** The page as a Mini App in a page of this origin. */
async function visit(look: PageLook = {}, origin = telegramOrigin, options: object = {}) {
  const launch = new URLSearchParams({
    tgWebAppVersion: '9.1',
    tgWebAppPlatform: 'weba',
    tgWebAppThemeParams: JSON.stringify(dark),
    tgWebAppData: initData,
  })
  const { page, problems } = await harness.open(
    {},
    {
      ...look,
      async prepare(page) {
        const setup = encodeURIComponent(JSON.stringify({ wallets: ['Otter'], options }))
        await playTelegram(page.context(), origin, `${appOrigin}/?setup=${setup}#${launch}`)
        await page.context().route(`${appOrigin}/**`, async (route) => {
          const { pathname, search } = new URL(route.request().url())
          const response = await route
            .fetch({ url: `${harness.server.url}${pathname}${search}` })
            .catch(() => undefined)
          // A test that ends takes its connections along.
          await (response ? route.fulfill({ response }) : route.abort()).catch(() => undefined)
        })
      },
    },
  )
  await page.goto(`${origin}/a/`)
  await appIn(page).getByTestId('connect-button').waitFor()
  return { page, problems }
}

const isStarted = (page: Page) => expect.poll(async () => (await callsOf(page, 'web_app_request_theme')).length).toBe(1)
const modeOf = (page: Page) =>
  page.frames()[1]!.evaluate(() => {
    const { mode, variables } = window.harness.appKit.kit.store.get().theme
    return [mode, variables['--w3m-accent']]
  })

describe('in Telegram’s web app', () => {
  it('follows Telegram’s theme, unless the site has its own', async () => {
    const { page, problems } = await visit()
    await isStarted(page)
    expect(await modeOf(page)).toEqual(['dark', '#5288c1'])
    await sendEvent(page, 'theme_changed', { theme_params: light })
    await expect.poll(() => modeOf(page)).toEqual(['light', '#ffff00'])
    expect(problems).toEqual([])
    const own = await visit({}, telegramOrigin, { themeMode: 'light', themeVariables: { '--w3m-accent': '#123456' } })
    await isStarted(own.page)
    await sendEvent(own.page, 'theme_changed', { theme_params: dark })
    await sendEvent(own.page, 'safe_area_changed', { top: 1, bottom: 1 })
    expect(await modeOf(own.page)).toEqual(['light', '#123456'])
  })

  it('goes back by Telegram’s button, keeps clear of its edges, and gives haptics', async () => {
    const { page, problems } = await visit(phone)
    await isStarted(page)
    const app = appIn(page)
    expect(await callsOf(page, 'web_app_setup_back_button')).toEqual([])
    expect(await callsOf(page, 'web_app_request_safe_area')).toHaveLength(1)
    await sendEvent(page, 'safe_area_changed', { top: 44, bottom: 34, left: 0, right: 0 })
    await sendEvent(page, 'content_safe_area_changed', { top: 46, bottom: 0, left: 0, right: 0 })
    await app.getByTestId('connect-button').click()
    await expect.poll(() => callsOf(page, 'web_app_setup_back_button')).toEqual([{ is_visible: true }])
    const card = app.getByTestId('w3m-modal-card')
    await card.waitFor()
    const face = card.locator('.card-face')
    expect(await face.evaluate((element) => getComputedStyle(element).paddingBlockEnd)).toBe('34px')
    const box = await card.boundingBox()
    expect(box!.y).toBeGreaterThanOrEqual(90)
    await app.getByTestId('all-wallets').click()
    await app.getByTestId('wallet-search-item-wallet-10').waitFor()
    await sendEvent(page, 'back_button_pressed')
    await app.getByTestId('all-wallets').waitFor()
    await sendEvent(page, 'back_button_pressed')
    await expect
      .poll(() => callsOf(page, 'web_app_setup_back_button'))
      .toEqual([{ is_visible: true }, { is_visible: false }])
    await card.waitFor({ state: 'detached' })
    await app.getByTestId('connect-button').click()
    await app.getByRole('button', { name: /^Otter/ }).click()
    await app.getByTestId('account-button').waitFor()
    expect(await callsOf(page, 'web_app_trigger_haptic_feedback')).toEqual([
      { type: 'notification', notification_type: 'success' },
    ])
    expect(problems).toEqual([])
  })

  it('signs its visitor in on a server, once', async () => {
    const telegram = createTelegramAuth({ botToken })
    const { page } = await visit()
    await page.context().route(`${appOrigin}/session`, async (route) => {
      const signingIn = telegram.signIn(route.request().postData() ?? '')
      await route.fulfill({ json: await signingIn.catch(({ code }: TelegramError) => ({ code })) })
    })
    // A router has replaced the address since.
    const signIn = (change = '') =>
      page.frames()[1]!.evaluate(async (more) => {
        history.replaceState(null, '', '/')
        const body = `${window.harness.telegramLaunch?.()?.initData}${more}`
        return (await fetch('/session', { method: 'POST', body })).json()
      }, change)
    expect(await signIn('&query_id=1')).toEqual({ code: 'signature' })
    expect(await signIn()).toMatchObject({ id: '42', firstName: 'Ada' })
    expect(await signIn()).toEqual({ code: 'replayed' })
  })

  it('opens links by Telegram’s calls', async () => {
    const { page } = await visit(phone)
    await isStarted(page)
    const frame = page.frames()[1]!
    await frame.evaluate(() => {
      const { page } = window.harness.appKit.kit.ports
      page.open('https://link.heron.example/wc?uri=wc%3A1', '_blank')
      page.open('https://t.me/heron_bot/wallet?startapp=a', '_blank')
      page.open('tg://resolve?domain=heron_bot&startapp=b', '_self')
    })
    await expect
      .poll(() => callsOf(page, 'web_app_open_link'))
      .toEqual([{ url: 'https://link.heron.example/wc?uri=wc%3A1' }])
    expect(await callsOf(page, 'web_app_open_tg_link')).toEqual([
      { path_full: '/heron_bot/wallet?startapp=a' },
      { path_full: '/heron_bot?startapp=b' },
    ])
    const app = appIn(page)
    await app.getByTestId('connect-button').click()
    await app.getByTestId('all-wallets').click()
    await app.getByTestId('wallet-search-item-wallet-10').click()
    const link = app.getByTestId('wallet-open-browser')
    await link.click()
    await expect.poll(async () => (await callsOf(page, 'web_app_open_link')).length).toBe(2)
    expect((await callsOf(page, 'web_app_open_link'))[1]).toEqual({ url: await link.getAttribute('href') })
    expect(page.context().pages()).toHaveLength(1)
  })

  it('ignores malformed and huge messages', async () => {
    const { page, problems } = await visit()
    await isStarted(page)
    const changed = (theme_params: unknown) =>
      JSON.stringify({ eventType: 'theme_changed', eventData: { theme_params } })
    const messages = [
      ...['', '{', 'null', '[]', '7', '{"eventType":7}', '{"eventType":"theme_changed"}', changed(null), changed([1])],
      ...[changed({ bg_color: 'url(https://a.example)', button_color: 'red;}' }), changed({ bg_color: '#12345' })],
      changed({ ...light, more: 'x'.repeat(70_000) }),
      JSON.stringify({ eventType: 'safe_area_changed', eventData: { top: '1px}body{display:none', bottom: 1e9 } }),
      JSON.stringify({ eventType: '__proto__', eventData: { __proto__: { open: 1 } } }),
    ]
    for (const message of messages) await sendRaw(page, message)
    for (const message of [null, 7, { eventType: 'theme_changed', eventData: { theme_params: light } }])
      await sendRaw(page, message)
    await appIn(page).getByTestId('connect-button').click()
    await appIn(page).getByTestId('w3m-modal-card').waitFor()
    expect(await modeOf(page)).toEqual(['dark', '#5288c1'])
    expect(problems).toEqual([])
  })
})

describe('in a page that claims to be Telegram', () => {
  it('sends it nothing, follows nothing of it, and opens links itself', async () => {
    const { page } = await visit(phone, strangerOrigin)
    const app = appIn(page)
    await app.getByTestId('connect-button').click()
    await app.getByTestId('all-wallets').waitFor()
    await sendEvent(page, 'theme_changed', { theme_params: light })
    await sendEvent(page, 'back_button_pressed')
    await app.getByTestId('all-wallets').click()
    await app.getByTestId('wallet-search-item-wallet-10').click()
    const open = app.getByTestId('wallet-open-browser')
    await open.waitFor()
    // An answer without content leaves both pages where they are.
    const links: string[] = []
    await page.context().route('https://link.heron.example/**', (route) => {
      links.push(route.request().url())
      return route.fulfill({ status: 204 })
    })
    await open.click()
    await expect.poll(() => links).toEqual([await open.getAttribute('href')])
    expect((await modeOf(page))[1]).toBeUndefined()
    const all = await page.evaluate(() => calls.map(({ eventType }) => eventType))
    expect(all).toEqual([])
  })
})
declare const calls: { eventType: string }[]
