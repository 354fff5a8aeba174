import { networksOf } from '@billfold/protocol/rateLimitKey'
import { RateLimitError } from '../../limits/rateLimitError.ts'
import { currentVisitor } from '../../limits/visitor.ts'

/** How many at once for each visitor, and with a multiple for the networks around them; what the server does for itself is not counted. */
export function createVisitorShare(most: number, visitor = currentVisitor) {
  const underWay = new Map<string, number>()
  return {
    /** Throws before anything was begun. */
    assertRoom(): void {
      const who = visitor()
      if (who === undefined) return
      if (networksOf(who).some(({ name, times }) => (underWay.get(name) ?? 0) >= most * times))
        throw new RateLimitError(1)
    },
    hold(work: Promise<unknown>): void {
      const who = visitor()
      if (who === undefined) return
      const count = (more: 1 | -1) => {
        for (const { name } of networksOf(who)) {
          const now = (underWay.get(name) ?? 0) + more
          if (now > 0) underWay.set(name, now)
          else underWay.delete(name)
        }
      }
      count(1)
      work.then(
        () => count(-1),
        () => count(-1),
      )
    },
  }
}
