import type { FrameLocator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  answerOf,
  approveButton,
  ask,
  axeFindings,
  frameSite,
  type Host,
  isReady,
  press,
  ready,
  requestRpc,
} from '../../test/frameSite.ts'
import { pretendPerson } from '../../test/pretendWallet.ts'

declare const host: Host
const { openSite } = frameSite()
const me = pretendPerson.evmAddress
const hello = ['0x68656c6c6f', me]

type Style = Readonly<Record<string, string>>
/** How a hostile site changes its dialog, or the frame inside it. */
const restyle = (page: Page, style: Style, of = 'iframe') =>
  page.evaluate(
    ([selector, rules]) => {
      for (const [name, value] of Object.entries(rules as Style))
        document.querySelector<HTMLElement>(selector as string)!.style.setProperty(name, value, 'important')
    },
    [of, style] as const,
  )

/** Answers that reached the page. */
const answers = (page: Page) =>
  page.evaluate(() => host.told.filter(({ type }) => type.endsWith('_SUCCESS')).map(({ type }) => type))

/** Presses where a control is, as a visitor whose pointer is already there, by the mouse and by the keyboard; whatever it says of itself. */
async function pressAt(page: Page, button: ReturnType<FrameLocator['locator']>) {
  const box = await button.boundingBox()
  if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await button.evaluate((one: HTMLElement) => one.focus())
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
}

/** More than any of the guard's waits. */
const letTimePass = (page: Page) => page.waitForTimeout(2_500)

test.each<[string, Style, of?: string]>([
  ['small', { 'inline-size': '300px', 'block-size': '160px' }, 'dialog'],
  ['too narrow', { 'inline-size': '310px' }, 'dialog'],
  ['cut off by the window', { margin: '0', position: 'fixed', top: '-150px', left: '0' }, 'dialog'],
  ['cut off by the page', { overflow: 'hidden', 'block-size': '300px' }, 'dialog'],
  ['transparent', { opacity: '0' }, 'dialog'],
  ['scaled', { transform: 'scale(0.5)' }, 'iframe'],
])('approves nothing in a frame that is %s', async (name, style, of = 'iframe') => {
  const { page, screen } = await openSite()
  await ready(page)
  if (name === 'cut off by the page') await restyle(page, { 'block-size': '600px', 'min-block-size': '600px' })
  await restyle(page, style, of)
  await requestRpc(page, 'personal_sign', hello)
  await approveButton(screen).waitFor({ state: 'attached' })
  await page.evaluate(() => document.querySelector('iframe')!.focus())
  await letTimePass(page)
  await pressAt(page, approveButton(screen))
  expect(await approveButton(screen).getAttribute('aria-disabled')).toBe('true')
  expect(await screen.locator('.hint').textContent()).not.toBe('')
  expect(await answers(page)).toEqual([])
})

test('approves nothing before all of it was scrolled through', async () => {
  const { page, screen } = await openSite()
  await ready(page)
  const text = `0x${Buffer.from(`${'All is well.\n'.repeat(80)}Send everything to Mallory.`).toString('hex')}`
  const id = await requestRpc(page, 'personal_sign', [text, me])
  await approveButton(screen).waitFor()
  await letTimePass(page)
  await pressAt(page, approveButton(screen))
  expect(await answers(page)).toEqual([])
  expect(await screen.locator('.hint').textContent()).toContain('Scroll')
  expect(await axeFindings(screen)).toEqual([])
  await screen.locator('.body').evaluate((body) => body.scrollTo(0, body.scrollHeight))
  await isReady(screen)
  await press(screen, approveButton(screen))
  expect((await answerOf(page, id)).payload).toMatch(/^0x/)
})

test('ignores a press that was meant for the page under the frame', async () => {
  const { page, screen } = await openSite()
  await ready(page)
  await restyle(page, { margin: '0', position: 'fixed', top: '40px', left: '400px' }, 'dialog')
  await requestRpc(page, 'personal_sign', hello)
  await isReady(screen)
  const box = (await approveButton(screen).boundingBox())!
  const [x, y] = [box.x + box.width / 2 - 380, box.y + box.height / 2]
  // The first click of two, on the site's own page, moves the frame to where the second comes down. A hand shakes a little.
  await page.evaluate(() =>
    document.addEventListener(
      'mousedown',
      (event) => {
        event.preventDefault()
        document.querySelector('dialog')!.style.setProperty('left', '20px', 'important')
        document.querySelector('iframe')!.focus()
      },
      { once: true },
    ),
  )
  await page.mouse.click(x, y)
  await page.waitForTimeout(200)
  await page.mouse.move(x + 2, y + 1)
  await page.mouse.down()
  await page.mouse.up()
  await page.waitForTimeout(300)
  expect(await answers(page)).toEqual([])
  // It rests now, and who looks at it may approve.
  await isReady(screen)
  await press(screen, approveButton(screen))
  await expect.poll(() => answers(page)).toEqual(['@w3m-frame/RPC_REQUEST_SUCCESS'])
})

test('ignores a press that began elsewhere or came from a script', async () => {
  const { page, screen } = await openSite()
  await ready(page)
  await requestRpc(page, 'personal_sign', hello)
  await isReady(screen)
  const button = approveButton(screen)
  await button.evaluate((one: HTMLElement) => {
    one.click()
    one.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    one.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))
    one.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  })
  // Down on the title, up on the button; down on another button.
  const box = (await button.boundingBox())!
  const other = (await screen.getByTestId('frame-reject').boundingBox())!
  for (const { x, y } of [(await screen.locator('h1').boundingBox())!, other]) {
    await page.mouse.move(x + 20, y + 10)
    await page.mouse.down()
    await page.mouse.move(box.x + 20, box.y + 20)
    await page.mouse.up()
  }
  // A key that went down in the site's page, and comes up in the frame.
  await page.evaluate(() => {
    document.querySelector('dialog')!.tabIndex = 0
    document.querySelector('dialog')!.focus()
  })
  await page.keyboard.down('Enter')
  await button.focus()
  await page.keyboard.up('Enter')
  expect(await answers(page)).toEqual([])
})

test('reveals and erases nothing in a frame that is small or covered', async () => {
  const { page, screen } = await openSite()
  await ready(page)
  await restyle(page, { 'block-size': '300px' }, 'dialog')
  await ask(page, 'SHOW_SECURITY')
  const erase = screen.locator('button', { hasText: 'Forget this device' })
  await erase.waitFor({ state: 'attached' })
  await letTimePass(page)
  for (const name of ['Forget this device', 'Export recovery phrase', 'Create a recovery code', 'Approve a device'])
    await pressAt(page, screen.locator('button', { hasText: name }).first())
  expect(await screen.locator('h1').textContent()).toBe('Security')
  await restyle(page, { 'block-size': '600px', opacity: '0.2' }, 'dialog')
  await letTimePass(page)
  await pressAt(page, erase)
  expect(await screen.locator('h1').textContent()).toBe('Security')
})

/** As Firefox and Safari are: nothing tells whether a page draws over the frame. */
const tellsNothing = () => {
  Reflect.deleteProperty(IntersectionObserverEntry.prototype, 'isVisible')
}

test('decides in the wallet’s own window only, if the browser cannot detect cover', async () => {
  const { page, screen } = await openSite('app', { prepare: tellsNothing })
  await ready(page)
  const id = await requestRpc(page, 'personal_sign', hello)
  await approveButton(screen).waitFor({ state: 'attached' })
  await letTimePass(page)
  expect(await approveButton(screen).isVisible()).toBe(false)
  await pressAt(page, approveButton(screen))
  expect(await answers(page)).toEqual([])
  expect(await screen.locator('.hint').textContent()).toContain('own window')
  expect(await axeFindings(screen)).toEqual([])
  const opening = page.waitForEvent('popup')
  await screen.getByRole('button', { name: 'Open wallet window' }).click()
  const own = await opening
  const approve = own.locator('[data-testid=frame-approve][aria-disabled=false]')
  await approve.waitFor()
  expect(await screen.locator('h1').textContent()).toBe('Continue in the wallet’s window')
  expect(await own.locator('.message').textContent()).toBe('hello')
  expect(await own.locator('html').getAttribute('lang')).toBe('en')
  await approve.focus()
  const closing = own.waitForEvent('close')
  await own.keyboard.press('Enter')
  expect((await answerOf(page, id)).payload).toMatch(/^0x/)
  await closing
})

test('says so if the browser blocks the window, and takes the request back from a closed one', async () => {
  const { page, screen } = await openSite('app', { prepare: tellsNothing })
  await ready(page)
  await requestRpc(page, 'personal_sign', hello)
  const open = screen.getByRole('button', { name: 'Open wallet window' })
  await open.waitFor()
  await screen.locator('body').evaluate(() => {
    const real = window.open
    window.open = () => {
      window.open = real
      return null
    }
  })
  await open.click()
  await expect.poll(() => screen.locator('.hint').textContent()).toContain('blocked')
  const opening = page.waitForEvent('popup')
  await open.click()
  const own = await opening
  await own.getByText('Sign message').waitFor()
  await own.evaluate(() => window.close())
  await screen.getByTestId('frame-reject').click()
  await expect.poll(() => page.evaluate(() => host.told.at(-1)?.type)).toBe('@w3m-frame/RPC_REQUEST_ERROR')
  expect(await answers(page)).toEqual([])
})

test('counts a pointer on its way through a window without the focus, and closes the window with the page', async () => {
  const { page, screen } = await openSite('app', { prepare: tellsNothing })
  await ready(page)
  const openWindow = async () => {
    const opening = page.waitForEvent('popup')
    await screen.getByRole('button', { name: 'Open wallet window' }).click()
    const own = await opening
    await own.getByText('Sign message').waitFor()
    return { own, closing: own.waitForEvent('close') }
  }
  const id = await requestRpc(page, 'personal_sign', hello)
  const { own, closing } = await openWindow()
  await own.evaluate(() => {
    document.hasFocus = () => false
  })
  await own.locator('h1').hover()
  await own.locator('[data-testid=frame-approve][aria-disabled=false]').click()
  expect((await answerOf(page, id)).payload).toMatch(/^0x/)
  await closing
  await requestRpc(page, 'personal_sign', hello)
  const left = await openWindow()
  await page.goto('about:blank')
  await left.closing
})

test('leaves no window behind after two presses', async () => {
  const { page, screen } = await openSite('app', { prepare: tellsNothing })
  await ready(page)
  const id = await requestRpc(page, 'personal_sign', hello)
  await screen.getByRole('button', { name: 'Open wallet window' }).dblclick()
  const windows = () =>
    page
      .context()
      .pages()
      .filter((each) => each !== page)
  await expect.poll(async () => Promise.all(windows().map((own) => own.title()))).toHaveLength(1)
  await windows()[0]!.getByText('Sign message').waitFor()
  await page.evaluate((id) => host.port.postMessage({ type: '@w3m-app/ABORT', payload: { id: id } }), id)
  await expect.poll(() => windows().length).toBe(0)
})

test('speaks the visitor’s language in our own font, whatever the site says', async () => {
  const { page, screen } = await openSite('app', { lang: 'ar', context: { locale: 'en-US' } })
  await ready(page)
  await ask(page, 'SYNC_THEME', { themeVariables: { '--w3m-font-family': 'Hostile', '--w3m-accent': '#949494' } })
  await requestRpc(page, 'personal_sign', hello)
  await expect.poll(() => screen.locator('h1').textContent()).toBe('Sign message')
  const style = await screen.locator('body').evaluate((body) => {
    const { fontFamily } = getComputedStyle(body)
    return { fontFamily, accent: getComputedStyle(document.documentElement).getPropertyValue('--accent').trim() }
  })
  expect(style.fontFamily).not.toContain('Hostile')
  // 3.03:1 on white.
  expect(style.accent).toBe('#0b6e4f')
  const arabic = await openSite('app', { lang: 'en', context: { locale: 'ar-EG' } })
  await ready(arabic.page)
  await requestRpc(arabic.page, 'personal_sign', hello)
  await expect.poll(() => arabic.screen.locator('h1').textContent()).toBe('توقيع الرسالة')
  expect(await arabic.screen.locator('html').getAttribute('dir')).toBe('rtl')
})

test('warns in red of a sign-in to another site, and needs a second press', async () => {
  const { page, screen } = await openSite()
  await ready(page)
  const text = `bank.example wants you to sign in with your Ethereum account:\n${me}\n\nURI: https://bank.example`
  const id = await requestRpc(page, 'personal_sign', [`0x${Buffer.from(text).toString('hex')}`, me])
  const warning = screen.getByTestId('frame-warning')
  await expect.poll(() => warning.textContent()).toContain('bank.example')
  const confirm = screen.locator('[data-testid=frame-confirm][aria-disabled=false]')
  await confirm.waitFor()
  await pressAt(page, approveButton(screen))
  expect(await answers(page)).toEqual([])
  expect(await axeFindings(screen)).toEqual([])
  await press(screen, confirm)
  await isReady(screen)
  await press(screen, approveButton(screen))
  expect((await answerOf(page, id)).payload).toMatch(/^0x/)
})
