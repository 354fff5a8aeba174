import { randomInt, randomUUID } from 'node:crypto'
import type { Output } from '@billfold/protocol/contract'
import type { guardianApi } from '@billfold/protocol/embedded/guardianApi'
import { type Opener, openWith, sealTo } from '@billfold/protocol/embedded/hpke'
import { deliveryInfo, recoveryInfo } from '@billfold/protocol/embedded/recoveryInfo'
import { KitError } from '@billfold/protocol/error'
import { decodeBase64Url, encodeBase64Url } from '@billfold/protocol/wc/base64'
import type { Memory } from './createMemory.ts'
import { newSecret } from './newSecret.ts'
import { identityOf, type Release, type ReleaseRequest, type ReleaseView, releaseSeconds } from './release.ts'
import { releaseAnswers } from './releaseAnswers.ts'
import { releaseLogins } from './releaseLogins.ts'
import { createReleaseStore } from './releaseStore.ts'

/** Limit for pending releases of everyone together: a flood must not fill the memory. */
const maxWaiting = 10_000

/**
 * Releases of recovery shares that someone requested. Only a held one lives longer than a quarter of an hour. A share is opened twice,
 * to see who it is for and after that person's approval, and never stays open.
 */
export function createReleases(openers: readonly Opener[], now: () => number, memory: Memory<Release>) {
  const store = createReleaseStore(now, memory)
  const { waiting, held: heldReleases, find, findHeld, dropExpired, secondsUntil } = store

  return {
    /** Starts a release if the share opens for this person; sends no email for anyone else. */
    async start(request: ReleaseRequest): Promise<{ release: Release; opensInSeconds?: number }> {
      dropExpired()
      const { share, isHardened } = await openFor(openers, request)
      share.fill(0)
      const { pins } = memory
      const isRejected = pins.standing(request.walletId, identityOf(request)) === 'rejected'
      // A wallet that is `strict` now keeps earlier shares closed, too.
      if (isRejected || pins.find(request.walletId)?.policy === 'strict') throw new KitError('user_rejected')
      const held = findHeld((each) => isSameDevice(each.asked, request))
      if (held) {
        // The wallet may have new shares since, but the person approved the device, not a share.
        held.asked = request
        return { release: held, opensInSeconds: secondsUntil(held.opensAt!) }
      }
      if (waiting.size >= maxWaiting) throw new KitError('unavailable')
      const choices = drawNumbers()
      const number = choices[randomInt(choices.length)]!
      const release: Release = {
        ...{ asked: request, state: 'waiting' },
        // The wallet's stricter policy also delays shares of an earlier, looser one.
        isHardened: isHardened || pins.find(request.walletId)?.policy === 'hardened',
        id: randomUUID(),
        token: newSecret(),
        login: newSecret(),
        logins: 0,
        number,
        choices,
        endsAt: now() + releaseSeconds * 1000,
      }
      waiting.set(release.id, release)
      return { release }
    },
    /** Data of the link's page; undefined if the release was answered or has expired. */
    show(token: string): ReleaseView | undefined {
      dropExpired()
      const release = find((each) => each.token === token && each.state === 'waiting')
      return (
        release && {
          label: release.asked.device.label,
          site: release.asked.site,
          email: release.asked.email,
          provider: release.asked.social?.provider,
          name: release.name,
          choices: release.choices,
          since: memory.pins.find(release.asked.walletId)?.since,
        }
      )
    },
    ...releaseLogins(store),
    ...releaseAnswers(store, now, memory),
    /** The release's state. Returns an approved share once, encrypted to the requesting device. */
    async read(id: string): Promise<Output<typeof guardianApi, 'readRelease'>> {
      dropExpired()
      const release = waiting.get(id) ?? heldReleases.get(id)
      if (!release) return { state: 'ended' }
      const isOpen = release.state === 'approved' || (release.state === 'held' && release.opensAt! <= now())
      if (!isOpen)
        return {
          state: release.state,
          ...(release.state === 'held' && { opensInSeconds: secondsUntil(release.opensAt!) }),
        }
      waiting.delete(id)
      heldReleases.delete(id)
      const { walletId, device, email } = release.asked
      const identity = identityOf(release.asked)
      // Meanwhile the pinned person may have rejected this one, or the wallet may have moved.
      const standing = memory.pins.standing(walletId, identity)
      const isWarned = release.pinnedEmail !== undefined && release.pinnedEmail === memory.pins.find(walletId)?.email
      const isUnwarned = (standing === 'other' && !isWarned) || (standing === 'second' && !release.isSecond)
      if (standing === 'rejected' || isUnwarned) return { state: 'ended' }
      const { share } = await openFor(openers, release.asked)
      memory.pins.settle(walletId, { identity, email })
      const info = deliveryInfo({ walletId, deviceId: device.deviceId, share: 'recovery' })
      const sealed = encodeBase64Url(sealTo(decodeBase64Url(device.sealKey), info, share))
      share.fill(0)
      return { state: 'approved', sealed }
    },
  }
}
export type Releases = ReturnType<typeof createReleases>

/** Opens a share with the key it was encrypted to, and returns the policy that it opens under: the caller's claim counts for nothing. */
async function openFor(openers: readonly Opener[], request: ReleaseRequest) {
  const { walletId, generation, sealed } = request
  const bound = { walletId, identity: identityOf(request), generation }
  const bytes = decodeBase64Url(sealed)
  for (const opener of openers)
    for (const policy of [undefined, 'hardened'] as const)
      try {
        const share = await openWith(opener, recoveryInfo({ ...bound, policy }), bytes)
        return { share, isHardened: policy === 'hardened' }
      } catch {
        // A different policy, key or person.
      }
  throw new KitError('unauthorized', { message: 'The share does not open for this person' })
}

const isSameDevice = (one: ReleaseRequest, two: ReleaseRequest): boolean =>
  one.walletId === two.walletId &&
  one.device.deviceId === two.device.deviceId &&
  one.device.sealKey === two.device.sealKey &&
  identityOf(one) === identityOf(two)

/** Three different two-digit numbers; the device shows one of them. */
function drawNumbers(): string[] {
  const drawn = new Set<string>()
  while (drawn.size < 3) drawn.add(String(randomInt(10, 100)))
  return [...drawn]
}
