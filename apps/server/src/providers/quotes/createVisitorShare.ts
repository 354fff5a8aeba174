import { AskedTooMuch } from '../../limits/askedTooMuch.ts'
import { visitorNow } from '../../limits/visitor.ts'

/** How many at once for each visitor; what the server does for itself is not counted. */
export function createVisitorShare(most: number, visitor = visitorNow) {
  const underWay = new Map<string, number>()
  return {
    /** Throws before anything was begun. */
    assertRoom(): void {
      const who = visitor()
      if (who !== undefined && (underWay.get(who) ?? 0) >= most) throw new AskedTooMuch(1)
    },
    hold(work: Promise<unknown>): void {
      const who = visitor()
      if (who === undefined) return
      underWay.set(who, (underWay.get(who) ?? 0) + 1)
      const leave = () => {
        const left = (underWay.get(who) ?? 1) - 1
        if (left > 0) underWay.set(who, left)
        else underWay.delete(who)
      }
      work.then(leave, leave)
    },
  }
}
