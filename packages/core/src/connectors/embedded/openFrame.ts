import { KitError } from '@billfold/protocol/error'
import { createFrameClient, type FrameClient, frameDeadlineMs } from '@billfold/protocol/frame/createFrameClient'
import { type FrameEvent, frameVersion, readyMessage } from '@billfold/protocol/frame/frameMessages'
import type { FramePort } from '@billfold/protocol/frame/framePort'
import * as z from 'zod/mini'
import type { Frame } from '../../model/kitEmbedded.ts'
import type { Stop } from '../../ports/clock.ts'
import type { Ports } from '../../ports/ports.ts'
import { untilAborted } from '../../ports/untilAborted.ts'
import { type FrameDialog, frameDialog } from './frameDialog.ts'

export type FrameParts = {
  ports: Pick<Ports, 'clock' | 'page' | 'log'>
  /** The frame's origin: messages from others are ignored. */
  walletUrl: string
  /** Its URL, read on first use. */
  src: () => string
  /** It accepts requests; called again after a reload. */
  onReady: (ask: FrameClient['ask']) => void
  onEvent: (event: FrameEvent) => void
  /** It failed to load; the message is for the site's developer. */
  onFailure: (message: string) => void
  /** The visitor closed its screen without an answer. */
  onDismiss: () => void
}

const notLoaded = 'Unable to load email login dependency'

/**
 * Loads the frame on the first request. Accepts messages from its own window and exact origin only, and uses a port.
 */
export function openFrame({ ports, walletUrl, src, onReady, onEvent, onFailure, onDismiss }: FrameParts): Frame {
  const { clock } = ports
  const { origin } = new URL(walletUrl)
  const page = ports.page.global('window') as Window & typeof globalThis
  let dialog: FrameDialog | undefined
  let client: FrameClient | undefined
  let booting: { ready: PromiseWithResolvers<FrameClient>; stop: Stop } | undefined
  let name = ''

  const fail = (message: string) => {
    booting?.stop()
    booting?.ready.reject(new KitError('unavailable', { message }))
    booting = undefined
    onFailure(message)
  }
  const hear = (event: MessageEvent) => {
    const target = dialog?.window
    if (!target || event.source !== target || event.origin !== origin) return
    const ready = z.safeParse(readyMessage, event.data)
    if (!ready.success) return
    const { version, channel } = ready.data.payload
    if (version !== frameVersion) return fail(`The frame uses protocol version ${version}, this page ${frameVersion}`)
    const { port1, port2 } = new MessageChannel()
    // No one responds to requests of a previous frame.
    client?.close()
    dialog?.hide()
    client = createFrameClient(port1 as FramePort, { after: clock.after, onEvent: onFrameEvent })
    target.postMessage({ type: '@w3m-app/PORT', payload: { channel } }, origin, [port2])
    booting?.stop()
    booting?.ready.resolve(client)
    booting = undefined
    onReady(client.ask)
  }
  const onFrameEvent = (event: FrameEvent) => {
    if (event.name === 'SHOW') dialog?.show()
    if (event.name === 'HIDE') dialog?.hide()
    if (event.name === 'SIZE') return dialog?.resize(event.payload.height)
    onEvent(event)
  }
  const refused = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    if (booting && effectiveDirective === 'frame-src' && blockedURI.startsWith(origin))
      fail(`${notLoaded}: this page's Content-Security-Policy lacks frame-src ${origin}`)
  }
  const boot = (): Promise<FrameClient> => {
    if (client) return Promise.resolve(client)
    if (booting) return booting.ready.promise
    const ready = Promise.withResolvers<FrameClient>()
    booting = {
      ready,
      stop: clock.after(frameDeadlineMs, () =>
        fail(`Please verify that your domain is allowed: add ${ports.page.origin()} to the project's origins`),
      ),
    }
    if (!dialog) {
      dialog = frameDialog(page, { onDismiss, onFailure: () => fail(notLoaded) })
      dialog.label(name)
      page.addEventListener('message', hear)
      page.document.addEventListener('securitypolicyviolation', refused)
    }
    dialog.load(src())
    return ready.promise
  }
  return {
    ask: async (...[request, input, signal]) => {
      const frame = await untilAborted(signal, boot())
      return frame.ask(request, input, signal)
    },
    raise: () => dialog?.raise(),
    label(text) {
      name = text
      dialog?.label(text)
    },
    dispose() {
      page?.removeEventListener('message', hear)
      page?.document.removeEventListener('securitypolicyviolation', refused)
      booting?.stop()
      booting?.ready.reject(new KitError('aborted'))
      booting = undefined
      client?.close()
      dialog?.remove()
    },
  }
}
