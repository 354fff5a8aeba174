import { KitError } from '@billfold/protocol/error'
import { readAppMessage, writeError, writeEvent, writeSuccess } from '@billfold/protocol/frame/frameMessages'
import type { FrameRequestName } from '@billfold/protocol/frame/frameRequests'
import { type Place, screenOf } from '../screens/createPlace.ts'
import { element, exitButton, freeButton } from '../screens/element.ts'
import { noticeScreen } from '../screens/noticeScreen.ts'
import type { Speech } from '../screens/texts/createSpeech.ts'
import { isWindowReady, windowPort } from './awaitWindowPort.ts'

type Deps = { self: Window & typeof globalThis; port: MessagePort; origin: string; place: Place; speech: Speech }

/** What a page tells without waiting for anyone: answered here, and told the window again. */
const noted: readonly FrameRequestName[] = ['SYNC_THEME', 'SYNC_DAPP_DATA']
const lookMs = 1000
const mostPending = 50
const windowLook = 'popup,width=400,height=640'

/**
 * Serves a page where the browser lets a frame of another site keep nothing: in a window of the wallet's own origin, where it may. Anyone who
 * wants something of the wallet opens that by a press here; the window then has the page's port, and this frame only shows it again.
 */
export function moveToWindow({ self, port, origin, place, speech }: Deps): void {
  const { say } = speech
  /** What the page asked for and no one has answered, as it came. */
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
    place.clear()
    tell('HIDE')
  }

  const openWindow = () => {
    const url = new URL(self.location.href)
    url.searchParams.set('window', '1')
    const opened = self.open(url, 'billfold-wallet', windowLook)
    // Blocked as well: all that is left is to say what would help.
    if (!opened) return place.put(noticeScreen(speech, 'storageTitle', 'storageText', refuseAll))
    const listen = (event: MessageEvent) => {
      if (event.source !== opened || event.origin !== self.location.origin || !isWindowReady(event.data)) return
      self.removeEventListener('message', listen)
      port.onmessage = null
      opened.postMessage(windowPort(origin, [...pending.values()]), self.location.origin, [port])
      showWhere(opened)
    }
    self.addEventListener('message', listen)
    const look = () => {
      // Its port is gone with it: the page connects again, and asks for the window when it next needs one.
      if (opened.closed) return self.location.reload()
      self.setTimeout(look, lookMs)
    }
    look()
  }

  const showWhere = (opened: Window) =>
    place.put(
      screenOf({
        title: say('windowTitle'),
        body: [],
        actions: [freeButton(say('openWindow'), () => opened.focus(), 'primary')],
      }),
    )

  const offer = () => {
    place.put(
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
    // No one can be seen to be logged in from here.
    if (name === 'IS_CONNECTED') return port.postMessage(writeSuccess(id, name, { isConnected: false }))
    if (pending.size >= mostPending)
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
