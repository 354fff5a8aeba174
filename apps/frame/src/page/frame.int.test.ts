import type { Page } from 'playwright-core'
import { parseTransaction, recoverMessageAddress } from 'viem'
import { expect, test } from 'vitest'
import { addAuthenticator } from '../../test/addAuthenticator.ts'
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
const { at, frameUrl, embed, openSite, rpcCalls } = frameSite({ hasReal: true })
const to = `0x${'ab'.repeat(20)}`

test('shows a whole transaction, and signs and sends it after approval by keyboard', async () => {
  const { page, screen, violations } = await openSite()
  await ready(page)
  const id = await requestRpc(page, 'eth_sendTransaction', [{ to, value: '0x16345785d8a0000' }])
  await expect.poll(() => screen.locator('h1').textContent()).toBe('Confirm transaction')
  expect(await screen.locator('.asks b').textContent()).toBe(at('app'))
  expect(await screen.locator('.changes').textContent()).toContain('−0.1 ETH')
  expect(await screen.locator('.parties .address').last().textContent()).toBe(to)
  await isReady(screen)
  expect(await axeFindings(screen)).toEqual([])
  await approveButton(screen).focus()
  await page.keyboard.press('Space')
  const { payload } = await answerOf(page, id)
  const sent = rpcCalls().filter(({ method }) => method === 'eth_sendRawTransaction')
  expect(sent).toHaveLength(1)
  expect(parseTransaction(sent[0]!.params[0] as `0x${string}`)).toMatchObject({
    to,
    value: 10n ** 17n,
    nonce: 5,
    chainId: 31337,
  })
  expect(payload).toMatch(/^0x[0-9a-f]{64}$/)
  await page.waitForFunction(() => !document.querySelector('dialog')?.open)
  expect(violations).toEqual([])
})

test('ignores themes that hide anything, and blocks approval while something covers the screen', async () => {
  const { page, screen } = await openSite()
  await ready(page)
  // A theme can hide nothing: an accent like the paper, tiny letters and our own colours are not taken.
  const themeVariables = {
    '--w3m-accent': '#fbfaf7',
    '--w3m-font-size-master': '1px',
    '--ink': '#fbfaf7',
    '--paper': 'red',
  }
  await ask(page, 'SYNC_THEME', { themeMode: 'light', themeVariables })
  const id = await requestRpc(page, 'personal_sign', ['0x68656c6c6f', pretendPerson.evmAddress])
  await expect
    .poll(() => screen.locator('html').evaluate((root) => getComputedStyle(root.ownerDocument.body).fontSize))
    .toBe('14.4px')
  const colours = await screen.locator('html').evaluate((root) => {
    const style = getComputedStyle(root)
    return ['--paper', '--ink', '--accent'].map((name) => style.getPropertyValue(name).trim())
  })
  expect(colours).toEqual(['#fbfaf7', '#161713', '#0b6e4f'])
  await page.evaluate(() => {
    const cover = document.createElement('div')
    cover.id = 'cover'
    document.querySelector('dialog')!.append(cover)
  })
  await expect.poll(() => screen.locator('.hint').textContent()).toContain('covering')
  expect(await approveButton(screen).getAttribute('aria-disabled')).toBe('true')
  await approveButton(screen).focus()
  await page.keyboard.press('Enter')
  await page.evaluate(() => document.getElementById('cover')!.remove())
  await isReady(screen)
  expect(await page.evaluate(() => host.told.map(({ type }) => type))).toEqual([
    '@w3m-frame/SYNC_THEME_SUCCESS',
    '@w3m-frame/SHOW',
    '@w3m-frame/SIZE',
  ])
  await press(screen, approveButton(screen))
  const { payload } = await answerOf(page, id)
  const signer = await recoverMessageAddress({ message: 'hello', signature: payload as `0x${string}` })
  expect(signer).toBe(pretendPerson.evmAddress)
})

test('closes the screen after a rejection or an abort, and shows the next request', async () => {
  const { page, screen } = await openSite()
  await ready(page)
  const first = await requestRpc(page, 'personal_sign', ['0x6f6e65', pretendPerson.evmAddress])
  const second = await requestRpc(page, 'personal_sign', ['0x74776f', pretendPerson.evmAddress])
  await expect.poll(() => screen.locator('.message').textContent()).toBe('one')
  await screen.getByTestId('frame-reject').click()
  expect((await answerOf(page, first)).payload).toMatchObject({ code: 'user_rejected' })
  await expect.poll(() => screen.locator('.message').textContent()).toBe('two')
  await page.evaluate((id) => host.port.postMessage({ type: '@w3m-app/ABORT', payload: { id } }), second)
  expect((await answerOf(page, second)).payload).toEqual({ code: 'aborted', message: 'Request was aborted' })
  await page.waitForFunction(() => !document.querySelector('dialog')?.open)
  expect(await screen.locator('main').count()).toBe(0)
})

test('loads on no unlisted site, and for no unknown project', async () => {
  const evil = await openSite('evil')
  await expect.poll(() => evil.violations.join()).toContain('frame-ancestors')
  const unknown = await openSite('app', { projectId: 'unknown' })
  await expect.poll(() => unknown.violations.join()).toContain('frame-ancestors')
  for (const { page } of [evil, unknown]) expect(await page.evaluate(() => host.channel)).toBe(undefined)
})

test('accepts one port per boot, only from the embedding page', async () => {
  const { page } = await openSite('app', { isSlow: true })
  await ready(page)
  await page.evaluate(async () => {
    const offer = (target: Window, channel: string) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => host.told.push({ ...data, payload: 'stranger' })
      target.postMessage({ type: '@w3m-app/PORT', payload: { channel } }, '*', [port2])
      port1.postMessage({ id: 'a', type: '@w3m-app/GET_CHAIN_ID' })
    }
    const target = document.querySelector('iframe')!.contentWindow!
    offer(target, '0'.repeat(32))
    // Of the same origin, and yet not the window that embeds the frame.
    const other = document.body.appendChild(document.createElement('iframe'))
    ;(other.contentWindow as unknown as { offer(t: Window, c: string): void }).offer = new (
      other.contentWindow as unknown as { Function: FunctionConstructor }
    ).Function(
      't',
      'c',
      "const m = new MessageChannel(); t.postMessage({ type: '@w3m-app/PORT', payload: { channel: c } }, '*', [m.port2]); m.port1.onmessage = () => parent.host.told.push({ type: 'other' }); m.port1.postMessage({ id: 'b', type: '@w3m-app/GET_CHAIN_ID' })",
    ) as never
    ;(other.contentWindow as unknown as { offer(t: Window, c: string): void }).offer(target, host.channel)
    const late = (host as unknown as { late: MessagePort; take(port: MessagePort): void }).late
    ;(host as unknown as { take(port: MessagePort): void }).take(late)
    // The second one of the right page.
    offer(target, host.channel)
  })
  const id = await ask(page, 'GET_CHAIN_ID')
  expect((await answerOf(page, id)).payload).toEqual({ chainId: 31337 })
  // Through the window itself nothing is answered either.
  await page.evaluate(() =>
    document.querySelector('iframe')!.contentWindow!.postMessage({ id: 'c', type: '@w3m-app/GET_USER' }, '*'),
  )
  const last = await requestRpc(page, 'eth_blockNumber', [])
  expect((await answerOf(page, last)).payload).toBe('0x10')
  expect(await page.evaluate(() => host.told.map((told) => told.id))).toEqual([id, last])
})

const resultOf = async (page: Page, name: string, payload?: unknown) =>
  (await answerOf(page, await ask(page, name, payload))).payload

/** The page as it is shipped, after the code of a mail. */
async function logIn(opened: { page: Page }, email: string) {
  await ready(opened.page)
  expect(await resultOf(opened.page, 'CONNECT_EMAIL', { email })).toEqual({ action: 'VERIFY_OTP' })
  return resultOf(opened.page, 'CONNECT_OTP', { otp: '123456' })
}

test('rejects a passkey without a PRF secret, and explains it', async () => {
  const { page, screen } = await openSite('app', { isReal: true })
  await addAuthenticator(page, { hasPrf: false })
  const id = await ready(page).then(() => ask(page, 'CONNECT_PASSKEY'))
  await press(screen, screen.getByRole('button', { name: 'Create a new wallet' }))
  await screen.getByText('This passkey can’t protect a wallet. Try another one, or another way to log in.').waitFor()
  expect(await axeFindings(screen)).toEqual([])
  await page.keyboard.press('Escape')
  expect((await answerOf(page, id)).payload).toMatchObject({ code: 'user_rejected' })
})

test('creates a wallet on the shipped page, signs, and recovers by a passkey on an empty device', async () => {
  const { page, screen, violations } = await openSite('app', { isReal: true })
  const devtools = await addAuthenticator(page)
  expect(await logIn({ page }, 'bob@mail.example')).toBe(undefined)
  const { address } = (await resultOf(page, 'GET_USER')) as { address: string }
  const id = await requestRpc(page, 'personal_sign', ['0x68656c6c6f', address])
  await isReady(screen)
  await press(screen, approveButton(screen))
  const signature = (await answerOf(page, id)).payload as `0x${string}`
  expect(await recoverMessageAddress({ message: 'hello', signature })).toBe(address)
  const shown = await ask(page, 'SHOW_SECURITY')
  await press(screen, screen.getByRole('button', { name: 'Add a passkey' }))
  await expect.poll(() => screen.locator('.list b').allTextContents()).toContain('Passkey')
  expect(await axeFindings(screen)).toEqual([])
  await screen.getByRole('button', { name: 'Close' }).click()
  expect((await answerOf(page, shown)).type).toBe('@w3m-frame/SHOW_SECURITY_SUCCESS')

  const { origin } = new URL(frameUrl({ isReal: true }))
  await page.reload()
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await embed(page, { isReal: true })
  expect(await logIn({ page }, 'bob@mail.example')).toEqual({ action: 'VERIFY_DEVICE' })
  const unlocked = await ask(page, 'CONNECT_DEVICE')
  expect(await screen.getByTestId('frame-number').textContent()).toMatch(/^\d\d$/)
  expect(await axeFindings(screen)).toEqual([])
  await press(screen, screen.getByRole('button', { name: 'Use a passkey' }))
  expect((await answerOf(page, unlocked)).type).toBe('@w3m-frame/CONNECT_DEVICE_SUCCESS')
  expect(await resultOf(page, 'GET_USER')).toMatchObject({ address })
  expect(violations).toEqual([])
})

test('opens the wallet in its own window if the browser blocks storage', async () => {
  const { page, screen, violations } = await openSite('app', { isReal: true, isBlocked: true })
  await ready(page)
  expect(await resultOf(page, 'IS_CONNECTED')).toEqual({ isConnected: false })
  expect(await resultOf(page, 'SYNC_THEME', { themeMode: 'dark' })).toBe(undefined)
  const mailed = await ask(page, 'CONNECT_EMAIL', { email: 'eve@mail.example' })
  await expect.poll(() => screen.locator('h1').textContent()).toBe('Storage is blocked')
  expect(await axeFindings(screen)).toEqual([])
  const openWindow = async () => {
    const opening = page.waitForEvent('popup')
    await screen.getByRole('button', { name: 'Open wallet window' }).click()
    return opening
  }
  const first = await openWindow()
  expect((await answerOf(page, mailed)).payload).toEqual({ action: 'VERIFY_OTP' })
  await first.getByText('Keep this window open').waitFor()
  // The theme from before the window applies in it, too.
  expect(await first.locator('html').getAttribute('data-theme')).toBe('dark')
  expect(await resultOf(page, 'CONNECT_OTP', { otp: '123456' })).toBe(undefined)
  const { address } = (await resultOf(page, 'GET_USER')) as { address: string }
  const sign = async (window: Page, id: string) => {
    expect(await window.locator('.asks b').textContent()).toBe(at('app'))
    await window.locator('[data-testid=frame-approve][aria-disabled=false]').click()
    const signature = (await answerOf(page, id)).payload as `0x${string}`
    expect(await recoverMessageAddress({ message: 'hello', signature })).toBe(address)
  }
  const id = await requestRpc(page, 'personal_sign', ['0x68656c6c6f', address])
  await expect.poll(() => screen.locator('h1').textContent()).toBe('Continue in the wallet’s window')
  await sign(first, id)

  // A closed channel is opened again when the page next needs it, without another login.
  const before = await page.evaluate(() => host.channel)
  await first.close()
  await page.waitForFunction((channel) => host.channel !== channel, before)
  const again = await requestRpc(page, 'personal_sign', ['0x68656c6c6f', address])
  await sign(await openWindow(), again)
  expect(violations).toEqual([])
})
