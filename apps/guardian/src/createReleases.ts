import { createHash, randomInt, randomUUID } from 'node:crypto'
import type { Input, Output } from '@billfold/protocol/contract'
import type { AccountProvider } from '@billfold/protocol/embedded/embeddedApi'
import type { FarcasterAnswer } from '@billfold/protocol/embedded/farcasterRelay'
import type { guardianApi } from '@billfold/protocol/embedded/guardianApi'
import { type Opener, openWith, sealTo } from '@billfold/protocol/embedded/hpke'
import { deliveryInfo, identityHash, recoveryInfo } from '@billfold/protocol/embedded/recoveryInfo'
import type { SocialPerson } from '@billfold/protocol/embedded/socialIssuers'
import { KitError } from '@billfold/protocol/error'
import { decodeBase64Url, encodeBase64Url } from '@billfold/protocol/wc/base64'
import type { Memory } from './createMemory.ts'
import type { LoginSecrets } from './createSocialLogin.ts'
import { newSecret } from './newSecret.ts'

type Request = Input<typeof guardianApi, 'startRelease'>
/** A device's request, with the site's name from the guardian's own list and the device's by its browser. */
export type Asked = Omit<Request, 'ticket' | 'device'> & {
  device: Request['device'] & { label: string }
  site: string
  language?: string | undefined
}
type State = Output<typeof guardianApi, 'readRelease'>['state']
export type Login = LoginSecrets & { provider: AccountProvider; browser: string; channel?: Channel | undefined }
/** Of a login by Farcaster: its channel at the relay, and what the person's app has sent by it. */
export type Channel = { channelToken: string; url: string; answer?: FarcasterAnswer | undefined }
/** A request for a share, and how far it has come. */
export type Release = {
  id: string
  /** Opens the page with the numbers: mailed, or given to a browser whose person has proven to be the share's. */
  token: string
  /** Begins a login at the person's provider; proves nothing. */
  login: string
  begun?: Login | undefined
  logins: number
  /** Who the provider says that they are: what they are called, and where mail reaches them. */
  name?: string | undefined
  address?: string | undefined
  number: string
  choices: readonly string[]
  asked: Asked
  state: State
  endsAt: number
  /** Whether it was sealed for a guardian that lets a person cancel for a day. */
  isHardened: boolean
  /** The person is known by another wallet than this one, too. */
  isSecond?: boolean
  /** The wallet is pinned to another person, reached here, who can stop this one. */
  pinnedEmail?: string
  /** Of one that is held: when it opens, and what cancels it until then. */
  opensAt?: number
  cancelToken?: string
}

/** What the page behind the link shows before anyone presses anything. */
export type Shown = Pick<Asked['device'], 'label'> &
  Pick<Asked, 'site' | 'email'> &
  Pick<Release, 'choices' | 'name'> & { provider?: AccountProvider | undefined; since?: number | undefined }

/** How long someone has to open their mail and answer. */
export const releaseSeconds = 15 * 60
/** How long someone can cancel where the policy is `hardened`, and how long the device may take after that to come back. */
export const vetoSeconds = 24 * 3600
const backSeconds = 7 * 24 * 3600
/** How often someone may try to log in for one release: with another account, or after an error. */
const mostLogins = 5
/** What waits at once, of everyone together: more than that is a flood, and memory is not its to take. */
const mostWaiting = 10_000

/**
 * The recovery shares that someone has asked for and not yet got. But for what has to wait a day, nothing of them is kept beyond a quarter of an hour. No share is
 * opened to stay open: it is opened once to see who it is for, and again when that person has approved.
 */
export function createReleases(openers: readonly Opener[], now: () => number, memory: Memory<Release>) {
  const waiting = new Map<string, Release>()
  const byToken = (token: string) =>
    [...waiting.values()].find((each) => each.token === token && each.state === 'waiting')
  const forgetOld = () => {
    // The oldest stand first.
    for (const [id, { endsAt }] of waiting) if (endsAt <= now()) waiting.delete(id)
    for (const [id, { endsAt }] of memory.held) if (endsAt <= now()) memory.held.delete(id)
  }
  const cancellable = (token: string) =>
    [...memory.held.values()].find((each) => each.cancelToken === token && each.opensAt! > now())
  const secondsUntil = (at: number) => Math.max(0, Math.ceil((at - now()) / 1000))

  return {
    /** Begins one, if the share is this person's: one that is bound to someone else does not open, and no one gets mail for it. */
    async start(asked: Asked): Promise<{ release: Release; opensInSeconds?: number }> {
      forgetOld()
      const { share, isHardened } = await openFor(openers, asked)
      share.fill(0)
      const { pins } = memory
      const isRejected = pins.standing(asked.walletId, identityOf(asked)) === 'rejected'
      // What an earlier policy has encrypted is opened no more, either, once the wallet is never to be recovered by us.
      if (isRejected || pins.find(asked.walletId)?.policy === 'strict') throw new KitError('user_rejected')
      const held = [...memory.held.values()].find((each) => isSameDevice(each.asked, asked))
      if (held) {
        // The wallet may have new shares since: the person approved this device, whichever shares it gets.
        held.asked = asked
        return { release: held, opensInSeconds: secondsUntil(held.opensAt!) }
      }
      if (waiting.size >= mostWaiting) throw new KitError('unavailable')
      const choices = drawNumbers()
      const number = choices[randomInt(choices.length)]!
      const made: Release = {
        ...{ asked, state: 'waiting' },
        // What an earlier, looser policy has encrypted waits, too, once the wallet has a stricter one.
        isHardened: isHardened || pins.find(asked.walletId)?.policy === 'hardened',
        id: randomUUID(),
        token: newSecret(),
        login: newSecret(),
        logins: 0,
        number,
        choices,
        endsAt: now() + releaseSeconds * 1000,
      }
      waiting.set(made.id, made)
      return { release: made }
    },
    /** What the link's page shows; undefined once it was answered or is too old. */
    show(token: string): Shown | undefined {
      forgetOld()
      const found = byToken(token)
      return (
        found && {
          label: found.asked.device.label,
          site: found.asked.site,
          email: found.asked.email,
          provider: found.asked.social?.provider,
          name: found.name,
          choices: found.choices,
          since: memory.pins.find(found.asked.walletId)?.since,
        }
      )
    },
    /** Begins a login at the provider, in one browser; an earlier one of the same release can no longer end. */
    beginLogin(login: string): Login | undefined {
      forgetOld()
      const found = [...waiting.values()].find((each) => each.login === login && each.state === 'waiting')
      const provider = found?.asked.social?.provider
      if (!found || !provider || found.logins >= mostLogins) return undefined
      found.logins++
      const nonce = provider === 'farcaster' ? nonceOf(found.asked.device.sealKey, newSecret()) : newSecret()
      found.begun = { provider, state: newSecret(), nonce, verifier: newSecret(), browser: newSecret() }
      return found.begun
    },
    /** A login that was begun in this browser and has not ended: a phone may take its time. */
    findLogin(state: string, browser: string): Login | undefined {
      forgetOld()
      const begun = [...waiting.values()].find((each) => each.begun?.state === state)?.begun
      return begun?.browser === browser ? begun : undefined
    },
    /** What a provider's answer must fit, once, in the browser where it began. */
    endLogin(
      provider: AccountProvider,
      state: string,
      browser: string,
    ): (LoginSecrets & { release: string }) | undefined {
      forgetOld()
      const found = [...waiting.values()].find(({ begun }) => begun?.state === state)
      const { begun } = found ?? {}
      if (!found || !begun || begun.provider !== provider || begun.browser !== browser) return undefined
      found.begun = undefined
      return { release: found.id, state: begun.state, nonce: begun.nonce, verifier: begun.verifier }
    },
    /** The way to the page with the numbers, for the person that the share is bound to and for no one else. */
    prove(id: string, provider: AccountProvider, { subject, name, email }: SocialPerson): string | undefined {
      const found = waiting.get(id)
      if (found?.state !== 'waiting' || found.asked.social?.identity !== identityHash({ kind: provider, subject }))
        return undefined
      Object.assign(found, { name, address: email ?? undefined })
      return found.token
    },
    /**
     * The person's answer: the number that their device shows, or that it was not them. Any other number is a no. A yes has to wait if the
     * policy says so, if the wallet is pinned to another person, or if the person has another wallet; it counts once the email that cancels
     * it is sent. If there is no address for that email, it is refused.
     */
    async answer(
      token: string,
      number: string | undefined,
      warn: (held: Release) => Promise<void>,
    ): Promise<'approved' | 'held' | 'moving' | 'second' | 'refused' | 'unreachable' | 'pinned' | 'unlike' | 'ended'> {
      forgetOld()
      const found = byToken(token)
      if (!found) return 'ended'
      const { walletId } = found.asked
      const person = { identity: identityOf(found.asked), email: found.asked.email }
      const standing = memory.pins.standing(walletId, person.identity)
      const [isOther, isSecond] = [standing === 'other', standing === 'second']
      if (number !== found.number || standing === 'rejected') {
        found.state = 'refused'
        return 'refused'
      }
      if (!isOther && !isSecond && !(found.isHardened && memory.wasActive(walletId))) {
        memory.pins.settle(walletId, person)
        found.state = 'approved'
        return 'approved'
      }
      const pinnedEmail = isOther ? memory.pins.find(walletId)?.email : undefined
      if (!(isOther ? pinnedEmail : (found.asked.email ?? found.address))) {
        found.state = 'refused'
        return isOther ? 'pinned' : isSecond ? 'unlike' : 'unreachable'
      }
      if (standing === 'unknown') memory.pins.settle(walletId, person)
      const opensAt = now() + vetoSeconds * 1000
      const times = { opensAt, endsAt: opensAt + backSeconds * 1000 }
      const held: Release = {
        ...{ ...found, ...times, state: 'held', cancelToken: newSecret(), isSecond },
        ...(pinnedEmail !== undefined && { pinnedEmail }),
      }
      // Of two answers at once, one counts.
      waiting.delete(found.id)
      memory.held.set(held.id, held)
      try {
        await warn(held)
      } catch (error) {
        memory.held.delete(held.id)
        waiting.set(found.id, found)
        throw error
      }
      return isOther ? 'moving' : isSecond ? 'second' : 'held'
    },
    /** What the cancelling mail's page shows; undefined once it is too late. */
    showHeld: (token: string): Release | undefined => cancellable(token),
    cancel(token: string): 'refused' | 'ended' {
      const found = cancellable(token)
      if (!found) return 'ended'
      memory.held.delete(found.id)
      if (found.pinnedEmail !== undefined) memory.pins.reject(found.asked.walletId, identityOf(found.asked))
      waiting.set(found.id, { ...found, state: 'refused', endsAt: now() + releaseSeconds * 1000 })
      return 'refused'
    },
    /** What has become of it. An approved share is handed out once, sealed to the device that asked for it. */
    async read(id: string): Promise<Output<typeof guardianApi, 'readRelease'>> {
      forgetOld()
      const found = waiting.get(id) ?? memory.held.get(id)
      if (!found) return { state: 'ended' }
      const isOpen = found.state === 'approved' || (found.state === 'held' && found.opensAt! <= now())
      if (!isOpen)
        return {
          state: found.state,
          ...(found.state === 'held' && { opensInSeconds: secondsUntil(found.opensAt!) }),
        }
      waiting.delete(id)
      memory.held.delete(id)
      const { walletId, device, email } = found.asked
      const identity = identityOf(found.asked)
      // The pinned person may have rejected this one, or the wallet may be someone else's by now.
      const standing = memory.pins.standing(walletId, identity)
      const isWarned = found.pinnedEmail !== undefined && found.pinnedEmail === memory.pins.find(walletId)?.email
      const isUnheard = (standing === 'other' && !isWarned) || (standing === 'second' && !found.isSecond)
      if (standing === 'rejected' || isUnheard) return { state: 'ended' }
      const { share } = await openFor(openers, found.asked)
      memory.pins.settle(walletId, { identity, email })
      const info = deliveryInfo({ walletId, deviceId: device.deviceId, share: 'recovery' })
      const sealed = encodeBase64Url(sealTo(decodeBase64Url(device.sealKey), info, share))
      share.fill(0)
      return { state: 'approved', sealed }
    },
  }
}
export type Releases = ReturnType<typeof createReleases>

/** Opens a share with whichever key it was encrypted to. The policy is the one that it opens with, not a claim. */
async function openFor(openers: readonly Opener[], asked: Asked) {
  const { walletId, generation, sealed } = asked
  const bound = { walletId, identity: identityOf(asked), generation }
  const bytes = decodeBase64Url(sealed)
  for (const opener of openers)
    for (const policy of [undefined, 'hardened'] as const)
      try {
        const share = await openWith(opener, recoveryInfo({ ...bound, policy }), bytes)
        return { share, isHardened: policy === 'hardened' }
      } catch {
        // For this person under the other policy or another key, or for someone else.
      }
  throw new KitError('unauthorized', { message: 'It does not open' })
}

const isSameDevice = (one: Asked, two: Asked): boolean =>
  one.walletId === two.walletId &&
  one.device.deviceId === two.device.deviceId &&
  one.device.sealKey === two.device.sealKey &&
  identityOf(one) === identityOf(two)

/** Whose share it is said to be: it opens for no one else. */
export function identityOf({ email, social }: Pick<Asked, 'email' | 'social'>): string {
  if ((email === undefined) === (social === undefined)) throw new KitError('invalid_input')
  return social?.identity ?? identityHash({ kind: 'email', subject: email! })
}

/** What a Farcaster app signs names the device that asks, as at the API. Of letters and digits, as EIP-4361 wants it. */
const nonceOf = (sealKey: string, secret: string): string =>
  createHash('sha256')
    .update(JSON.stringify(['farcaster-release-v1', sealKey, secret]))
    .digest('hex')

/** Three different numbers of two digits, one of which the device shows. */
function drawNumbers(): string[] {
  const drawn = new Set<string>()
  while (drawn.size < 3) drawn.add(String(randomInt(10, 100)))
  return [...drawn]
}
