import * as z from 'zod/mini'

const ready = z.object({ type: z.literal('billfold/WINDOW_READY') })
const given = z.object({
  type: z.literal('billfold/WINDOW_PORT'),
  origin: z.string(),
  pending: z.array(z.unknown()).check(z.maxLength(60)),
})

/** Messages between the frame and the window that it opened: both are ours, of one origin. */
export const isWindowReady = (data: unknown): boolean => z.safeParse(ready, data).success
export const windowPort = (origin: string, pending: unknown[]) => ({ type: 'billfold/WINDOW_PORT', origin, pending })

/**
 * Waits, in such a window, for the port of the page that it serves, for who that page is by the browser's word to the frame, and for what it
 * asked for already.
 */
export function awaitWindowPort(
  self: Window,
  opener: Window,
): Promise<{ port: MessagePort; origin: string; pending: unknown[] }> {
  return new Promise((resolve) => {
    const listen = (event: MessageEvent) => {
      if (event.source !== opener || event.origin !== self.location.origin) return
      const { success, data } = z.safeParse(given, event.data)
      const [port] = event.ports
      if (!success || !port || event.ports.length > 1) return
      self.removeEventListener('message', listen)
      resolve({ port, origin: data.origin, pending: data.pending })
    }
    self.addEventListener('message', listen)
    opener.postMessage({ type: 'billfold/WINDOW_READY' }, self.location.origin)
  })
}
