import type { Announced } from './announcement.ts'
import type { Listener, Publisher } from './redisLink.ts'

/** The one channel of the version before. */
const channel = 'billfold:relay'

/**
 * Understands nodes of the version before, which announce everything on one channel, during an upgrade and on the way back. This node
 * overhears that channel by a pattern, so that its subscribers are nodes of that version, and announces there only while it has some.
 */
export function createFormerFanOut(
  publisher: Publisher,
  self: string,
  { onAnnounced, onGap }: { onAnnounced: (messages: Announced[]) => void; onGap: () => void },
) {
  let listeners = 0

  function tell(announcement: object) {
    if (listeners === 0) return
    publisher.publish([{ channel, text: JSON.stringify(announcement) }]).catch(() => {})
  }

  function look() {
    publisher
      .countSubscribers(channel)
      .then((count) => {
        // Their mailbox search finds earlier announcements, which they missed.
        listeners = count
      })
      .catch(() => {})
  }

  return {
    look,
    async listen(listener: Listener): Promise<void> {
      await listener.overhear(channel)
      look()
    },
    announce: (messages: readonly Announced[]): void =>
      tell({ from: self, isNew: true, messages: messages.map(({ topic, seq }) => ({ topic, seq })) }),
    announceGap: (): void => tell({ from: self, isNew: true, gap: true, messages: [] }),
    /** Whether a text was on that channel; what nodes of this version say there is ignored. */
    hear(from: string, text: string): boolean {
      if (from !== channel) return false
      try {
        const { isNew, gap, messages } = JSON.parse(text)
        if (isNew || !Array.isArray(messages)) return true
        const isGood = messages.every((m) => typeof m?.topic === 'string' && Number.isSafeInteger(m?.seq))
        if (gap === true) onGap()
        else if (isGood) onAnnounced(messages.map(({ topic, seq }) => ({ topic, seq })))
      } catch {
        // Another program uses the channel.
      }
      return true
    },
  }
}
