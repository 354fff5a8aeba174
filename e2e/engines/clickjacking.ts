import { expect } from 'vitest'
import type { EnginePage } from './enginePage.ts'

/** A site's tricks to get a request approved unread, in the order of the table in docs/embedded.md. */
export const attacks = [
  ...['small', 'cut off', 'covered', 'transparent', 'scaled', 'scrolled', 'moved'],
  ...['popup over it', 'second window'],
] as const
type Attack = (typeof attacks)[number]

type FrameMessage = { type: string }
type HostilePage = Window & {
  host: { told: FrameMessage[]; port: MessagePort; ask(name: string, payload: unknown): string }
  open_(src: string): void
  opened?: Window | null
}

const frameName = 'dialog > iframe'
const approve = '[data-testid=frame-approve]'
const enabled = `${approve}[aria-disabled=false]`
const ownWindow = 'screen=1'
const request = '@w3m-frame/RPC_REQUEST'
/** Longer than any of the guard's delays. */
const patienceMs = 2_500
const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

// Each of these runs in the site's page.
function embed(src: string): void {
  ;(window as unknown as HostilePage).open_(src)
}
const isLoaded = (): boolean => 'port' in (window as unknown as HostilePage).host
function ask(text: string, account: string): string {
  const hex = [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const params = [`0x${hex}`, account]
  return (window as unknown as HostilePage).host.ask('RPC_REQUEST', { method: 'personal_sign', params })
}
const answers = (): string[] => (window as unknown as HostilePage).host.told.map(({ type }) => type)

/**
 * Manipulates the frame as a thief would, and returns the position of its approval button, and the middle of the decoy.
 */
function strike(name: string): { at: { x: number; y: number }; lure?: { x: number; y: number } } {
  const page = window as unknown as HostilePage
  const dialog = document.querySelector('dialog')!
  const frame = dialog.querySelector('iframe')!
  const restyle = (element: HTMLElement, style: Record<string, string>) => {
    for (const [key, value] of Object.entries(style)) element.style.setProperty(key, value, 'important')
  }
  const placed = { margin: '0', position: 'fixed' }
  if (name === 'small') restyle(dialog, { 'inline-size': '300px', 'block-size': '160px' })
  if (name === 'cut off') restyle(dialog, { ...placed, top: '-150px', left: '0' })
  if (name === 'transparent') restyle(dialog, { opacity: '0.01' })
  if (name === 'scaled') restyle(frame, { transform: 'scale(0.4)' })
  if (name === 'moved') restyle(dialog, { ...placed, left: `${frame.getBoundingClientRect().left > 400 ? 0 : 420}px` })
  if (name === 'covered') {
    const cover = document.createElement('div')
    cover.style.cssText = 'position:absolute;inset:0 0 120px 0;background:#fff;pointer-events:none'
    cover.className = 'hostile'
    dialog.append(cover)
  }
  const middle = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }
  const { left, top, width, height } = frame.getBoundingClientRect()
  const at = { x: left + width * 0.75, y: top + height - 40 }
  if (name !== 'popup over it' && name !== 'second window') {
    frame.focus()
    return { at }
  }
  // A window opens on a press: the visitor's, on an element of the site's.
  restyle(dialog, { 'block-size': '640px' })
  restyle(frame, { 'block-size': '600px' })
  const lure = document.createElement('button')
  lure.className = 'hostile'
  lure.textContent = 'You have won'
  lure.onclick = () => {
    if (name === 'second window') {
      page.opened = window.open(`${frame.src}&screen=1`, 'second')
      return
    }
    page.opened = window.open('about:blank', 'over', `popup,width=400,height=300,left=${left},top=${top}`)
  }
  dialog.append(lure)
  return { at, lure: middle(lure) }
}

/** The messages of a site to a window of the wallet's that it opened itself. */
function talk(): void {
  const { opened } = window as unknown as HostilePage
  const { port1, port2 } = new MessageChannel()
  opened?.postMessage({ type: 'billfold/SCREEN_READY' }, '*')
  opened?.postMessage({ type: '@w3m-app/PORT', payload: { channel: 'x' } }, '*', [port1])
  const payload = { type: 'billfold/WINDOW_PORT', origin: location.origin, pending: [] }
  opened?.postMessage(payload, '*', [port2])
}

/** Undoes it, and cancels the request. */
function relent(id: string): void {
  const page = window as unknown as HostilePage
  page.opened?.close()
  page.host.port.postMessage({ type: '@w3m-app/ABORT', payload: { id } })
  const dialog = document.querySelector('dialog')!
  for (const element of [dialog, dialog.querySelector('iframe')!]) element.removeAttribute('style')
  for (const element of dialog.querySelectorAll('.hostile')) element.remove()
}

/** No press that a site causes by manipulating the wallet approves anything; an honest one does. */
export async function resistClickjacking(page: EnginePage, src: string, account: string): Promise<void> {
  await page.run(embed, src)
  await page.until('the frame is there', () => page.run(isLoaded))
  for (const name of attacks) await resist(page, name, account)
  await page.run(ask, 'Honest', account)
  await approveHonestly(page)
  await page.until('the honest yes', async () => (await page.run(answers)).includes(`${request}_SUCCESS`))
}

async function resist(page: EnginePage, name: Attack, account: string): Promise<void> {
  const frame = page.inFrame(frameName)
  const before = (await page.run(answers)).length
  const events = async () => (await page.run(answers)).slice(before).filter((type) => type.startsWith(request))
  const lines = Array.from({ length: name === 'scrolled' ? 60 : 1 }, (_, at) => `Attack: ${name} ${at}`)
  const id = await page.run(ask, lines.join('\n'), account)
  await page.until(`${name} is asked about`, () => frame.has(approve))
  // Press at once if it moved; otherwise after the longest time for which a site can keep someone from clicking.
  const { at, lure } = await page.run(strike, name)
  if (name !== 'moved') await rest(patienceMs)
  if (lure) await page.clickAt(lure.x, lure.y)
  if (name === 'second window') {
    const second = await page.openedWindow(ownWindow)
    await page.run(talk)
    await rest(patienceMs)
    expect(await second.has(approve), name).toBe(false)
    await second.press('Enter', 'Tab', 'Enter')
  } else {
    await page.clickAt(at.x, at.y)
    // Keys go to the focused element, wherever it is.
    if (name !== 'moved' && name !== 'popup over it') await page.press('Enter', 'Tab', 'Enter')
  }
  await rest(500)
  expect(await events(), name).not.toContain(`${request}_SUCCESS`)
  await page.run(relent, id)
  // Keys may have reached the reject button, which needs no guard, or the one that opens the wallet's own window, which
  // shows the whole request.
  await page.until(`${name} has ended`, async () => (await events()).join() === `${request}_ERROR`)
  await page.until(`no window is left of ${name}`, async () => !(await page.hasWindow(ownWindow)))
}

async function approveHonestly(page: EnginePage): Promise<void> {
  const frame = page.inFrame(frameName)
  const blind = '[data-sight=blind]'
  await page.until('the wallet offers a way', async () => (await frame.has(enabled)) || (await frame.has(blind)))
  if (await frame.has(blind)) {
    await frame.click('[data-opens]')
    const own = await page.openedWindow(ownWindow)
    await own.click('#title')
    return await own.click(enabled)
  }
  await frame.click('#title')
  await frame.see('body[data-pointer=known]')
  await frame.click(enabled)
}
