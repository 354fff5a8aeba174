import type { Memory } from './createMemory.ts'
import { newSecret } from './newSecret.ts'
import { identityOf, type Release, releaseSeconds, returnSeconds, vetoSeconds } from './release.ts'
import type { ReleaseStore } from './releaseStore.ts'

/** The person's answers: on the page with the numbers, and on the one that cancels a held release. */
export function releaseAnswers(
  { waiting, held, find, findHeld, dropExpired }: ReleaseStore,
  now: () => number,
  memory: Pick<Memory<Release>, 'pins' | 'wasActive'>,
) {
  const cancellable = (token: string) => findHeld((each) => each.cancelToken === token && each.opensAt! > now())

  return {
    /**
     * Takes the person's answer: the number on their device's screen, or that it was not them. Any other number rejects. An approval is
     * delayed by the policy, by a pin to someone else, or if the person has a different wallet here, and counts once the email that cancels it
     * is sent; without an address for that email, it is rejected.
     */
    async answer(
      token: string,
      number: string | undefined,
      warn: (release: Release) => Promise<void>,
    ): Promise<'approved' | 'held' | 'moving' | 'second' | 'refused' | 'unreachable' | 'pinned' | 'unlike' | 'ended'> {
      dropExpired()
      const release = find((each) => each.token === token && each.state === 'waiting')
      if (!release) return 'ended'
      const { walletId } = release.asked
      const person = { identity: identityOf(release.asked), email: release.asked.email }
      const standing = memory.pins.standing(walletId, person.identity)
      const [isOther, isSecond] = [standing === 'other', standing === 'second']
      if (number !== release.number || standing === 'rejected') {
        release.state = 'refused'
        return 'refused'
      }
      if (!isOther && !isSecond && !(release.isHardened && memory.wasActive(walletId))) {
        memory.pins.settle(walletId, person)
        release.state = 'approved'
        return 'approved'
      }
      const pinnedEmail = isOther ? memory.pins.find(walletId)?.email : undefined
      if (!(isOther ? pinnedEmail : (release.asked.email ?? release.address))) {
        release.state = 'refused'
        return isOther ? 'pinned' : isSecond ? 'unlike' : 'unreachable'
      }
      if (standing === 'unknown') memory.pins.settle(walletId, person)
      const opensAt = now() + vetoSeconds * 1000
      const times = { opensAt, endsAt: opensAt + returnSeconds * 1000 }
      const delayed: Release = {
        ...{ ...release, ...times, state: 'held', cancelToken: newSecret(), isSecond },
        ...(pinnedEmail !== undefined && { pinnedEmail }),
      }
      // Of two concurrent answers, one counts.
      waiting.delete(release.id)
      held.set(delayed.id, delayed)
      try {
        await warn(delayed)
      } catch (error) {
        held.delete(delayed.id)
        waiting.set(release.id, release)
        throw error
      }
      return isOther ? 'moving' : isSecond ? 'second' : 'held'
    },
    /** Data of the cancel page; undefined if it is too late. */
    showHeld: (token: string): Release | undefined => cancellable(token),
    cancel(token: string): 'refused' | 'ended' {
      const release = cancellable(token)
      if (!release) return 'ended'
      held.delete(release.id)
      if (release.pinnedEmail !== undefined) memory.pins.reject(release.asked.walletId, identityOf(release.asked))
      waiting.set(release.id, { ...release, state: 'refused', endsAt: now() + releaseSeconds * 1000 })
      return 'refused'
    },
  }
}
