import { KitError } from '@billfold/protocol/error'
import { readAppMessage, writeError, writeEvent, writeSuccess } from '@billfold/protocol/frame/frameMessages'
import type { FrameRequestName } from '@billfold/protocol/frame/frameRequests'
import { type ScreenHost, screenOf } from '../screens/createScreenHost.ts'
import { element, exitButton, freeButton } from '../screens/element.ts'
import { noticeScreen } from '../screens/noticeScreen.ts'
import type { Speech } from '../screens/texts/createSpeech.ts'
import { isWindowReady, windowPort } from './awaitWindowPort.ts'

type Deps = { self: Window & typeof globalThis; port: MessagePort; origin: string; screens: ScreenHost; speech: Speech }

/** Requests that need no person: answered here, and repeated to the window. */
const noted: readonly FrameRequestName[] = ['SYNC_THEME', 'SYNC_DAPP_DATA']
const lookMs = 1000
const maxPending = 50
const windowLook = 'popup,width=400,height=640'

/**
 * Serves a page if the browser blocks storage in a frame of a different site: in a window of the wallet's own origin. The visitor opens it by a
 * press here; the window then has the page's port, and this frame only brings it to the front.
 */
export function moveToWindow({ self, port, origin, screens, speech }: Deps): void {
  const { say } = speech
  /** Unanswered requests of the page, unparsed. */
  const pending = new Map<string, unknown>()
  const tell = (name: 'SHOW' | 'HIDE') =>
    port.postMessage(
      writeEvent(name === 'SHOW' ? { name, payload: { screen: 'security' } } : { name, payload: undefined }),
    )

  const refuseAll = () => {
    for (const [id, data] of pending) {
      const message = readAppMessage(data)
      if (message?.kind !== 'request' || noted.includes(message.name)) continue
      pending.delete(id)
      const { message: text, code } = new KitError('unavailable', { message: say('storageTitle') })
      port.postMessage(writeError(id, message.name, { message: text, code }))
    }
    screens.clear()
    tell('HIDE')
  }

  const openWindow = () => {
    const url = new URL(self.location.href)
    url.searchParams.set('window', '1')
    const opened = self.open(url, 'billfold-wallet', windowLook)
    // Blocked, too: explain what would help.
    if (!opened) return screens.put(noticeScreen(speech, 'storageTitle', 'storageText', refuseAll))
    const listen = (event: MessageEvent) => {
      if (event.source !== opened || event.origin !== self.location.origin || !isWindowReady(event.data)) return
      self.removeEventListener('message', listen)
      port.onmessage = null
      opened.postMessage(windowPort(origin, [...pending.values()]), self.location.origin, [port])
      showReturnButton(opened)
    }
    self.addEventListener('message', listen)
    const look = () => {
      // Its port closed with it: the page reconnects, and opens the window again when it next needs one.
      if (opened.closed) return self.location.reload()
      self.setTimeout(look, lookMs)
    }
    look()
  }

  const showReturnButton = (opened: Window) =>
    screens.put(
      screenOf({
        title: say('windowTitle'),
        body: [],
        actions: [freeButton(say('openWindow'), () => opened.focus(), 'primary')],
      }),
    )

  const offer = () => {
    screens.put(
      screenOf({
        title: say('storageTitle'),
        body: [element('p', {}, say('storageWindow'))],
        actions: [exitButton(say('close'), refuseAll), freeButton(say('openWindow'), openWindow, 'primary')],
      }),
    )
    tell('SHOW')
  }

  port.onmessage = ({ data }) => {
    const message = readAppMessage(data)
    if (!message) return
    if (message.kind === 'abort') {
      if (pending.delete(message.id) && ![...pending.keys()].some((id) => !isNoted(id))) refuseAll()
      return
    }
    const { id, name } = message
    if (message.kind === 'invalid')
      return port.postMessage(writeError(id, name, { message: 'Invalid input', code: 'invalid_input' }))
    // Without storage, this frame cannot know who is logged in.
    if (name === 'IS_CONNECTED') return port.postMessage(writeSuccess(id, name, { isConnected: false }))
    if (pending.size >= maxPending)
      return port.postMessage(writeError(id, name, { message: 'Request exceeds the limit', code: 'too_many_requests' }))
    const isFirst = ![...pending.keys()].some((each) => !isNoted(each))
    pending.set(id, data)
    if (noted.includes(name)) return port.postMessage(writeSuccess(id, name, undefined))
    if (isFirst) offer()
  }
  const isNoted = (id: string): boolean => {
    const message = readAppMessage(pending.get(id))
    return message?.kind === 'request' && noted.includes(message.name)
  }
}
