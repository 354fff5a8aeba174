import { portMessage } from '@billfold/protocol/frame/frameMessages'
import { isOriginAllowed, parseOriginRule } from '@billfold/protocol/originRule'
import * as z from 'zod/mini'

type Handshake = {
  /** This page's own window. */
  self: Pick<Window, 'addEventListener' | 'removeEventListener'>
  parent: unknown
  /** The project's list. */
  origins: readonly string[]
  /** A new one at each boot. */
  channel: string
}

/**
 * Waits for the one port of the page that embeds us: from its window, from an origin of the project and for this very boot. After
 * that, nothing is taken from any window.
 */
export function awaitPort({
  self,
  parent,
  origins,
  channel,
}: Handshake): Promise<{ port: MessagePort; origin: string }> {
  const rules = origins.map(parseOriginRule)
  return new Promise((resolve) => {
    const listen = (event: MessageEvent) => {
      if (event.source !== parent || !isOriginAllowed(event.origin, rules, true)) return
      const { success, data } = z.safeParse(portMessage, event.data)
      const [port] = event.ports
      if (!success || data.payload.channel !== channel || !port || event.ports.length > 1) return
      self.removeEventListener('message', listen)
      resolve({ port, origin: event.origin })
    }
    self.addEventListener('message', listen)
  })
}
