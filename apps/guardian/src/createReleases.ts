import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Input, Output } from '@billfold/protocol/contract'
import type { guardianApi } from '@billfold/protocol/embedded/guardianApi'
import { type Opener, openWith, sealTo } from '@billfold/protocol/embedded/hpke'
import { deliveryInfo, identityHash, recoveryInfo } from '@billfold/protocol/embedded/recoveryInfo'
import { KitError } from '@billfold/protocol/error'
import { decodeBase64Url, encodeBase64Url } from '@billfold/protocol/wc/base64'

type Asked = Input<typeof guardianApi, 'startRelease'>
type State = Output<typeof guardianApi, 'readRelease'>['state']
type Release = {
  id: string
  token: string
  number: string
  choices: readonly string[]
  asked: Asked
  state: State
  endsAt: number
}

/** What the page behind the link shows before anybody presses anything. */
export type Shown = Pick<Asked['device'], 'label'> & Pick<Asked, 'site' | 'email'> & { choices: readonly string[] }

/** How long somebody has to open their mail and answer. */
export const releaseSeconds = 15 * 60
/** What waits at once, of everybody together: more than that is a flood, and memory is not its to take. */
const mostWaiting = 10_000

/**
 * The recovery shares that somebody has asked for and not yet got. Nothing of them is kept beyond a quarter of an hour, and no share is
 * opened to stay open: it is opened once to see for whom it is, and again when that person has said yes.
 */
export function createReleases(opener: Opener, now: () => number) {
  const waiting = new Map<string, Release>()
  const byToken = (token: string) =>
    [...waiting.values()].find((each) => each.token === token && each.state === 'waiting')
  const forgetOld = () => {
    // The oldest stand first.
    for (const [id, { endsAt }] of waiting) if (endsAt <= now()) waiting.delete(id)
  }
  const share = ({ asked }: Release) => openFor(opener, asked)

  return {
    /** Begins one, if the share is this person's: one that is bound to somebody else does not open, and nobody gets mail for it. */
    async start(asked: Asked): Promise<Omit<Release, 'asked' | 'state'>> {
      forgetOld()
      if (waiting.size >= mostWaiting) throw new KitError('unavailable')
      const opened = await openFor(opener, asked)
      opened.fill(0)
      const choices = drawNumbers()
      const number = choices[randomInt(choices.length)]!
      const made = {
        id: randomUUID(),
        token: encodeBase64Url(randomBytes(32)),
        number,
        choices,
        endsAt: now() + releaseSeconds * 1000,
      }
      waiting.set(made.id, { ...made, asked, state: 'waiting' })
      return made
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
          choices: found.choices,
        }
      )
    },
    /** What the person answered: the number that their device shows, or that it was not them. Any other number is a no. */
    answer(token: string, number: string | undefined): 'approved' | 'refused' | 'ended' {
      forgetOld()
      const found = byToken(token)
      if (!found) return 'ended'
      found.state = number === found.number ? 'approved' : 'refused'
      return found.state
    },
    /** What has become of it. An approved share is handed out once, sealed to the device that asked for it. */
    async read(id: string): Promise<Output<typeof guardianApi, 'readRelease'>> {
      forgetOld()
      const found = waiting.get(id)
      if (!found) return { state: 'ended' }
      if (found.state !== 'approved') return { state: found.state }
      waiting.delete(id)
      const { walletId, device } = found.asked
      const opened = await share(found)
      const info = deliveryInfo({ walletId, deviceId: device.deviceId, share: 'recovery' })
      const sealed = encodeBase64Url(sealTo(decodeBase64Url(device.sealKey), info, opened))
      opened.fill(0)
      return { state: 'approved', sealed }
    },
  }
}
export type Releases = ReturnType<typeof createReleases>

function openFor(opener: Opener, { email, walletId, generation, sealed }: Asked): Promise<Uint8Array> {
  const identity = identityHash({ kind: 'email', subject: email })
  return openWith(opener, recoveryInfo({ walletId, identity, generation }), decodeBase64Url(sealed))
}

/** Three different numbers of two digits, one of which the device shows. */
function drawNumbers(): string[] {
  const drawn = new Set<string>()
  while (drawn.size < 3) drawn.add(String(randomInt(10, 100)))
  return [...drawn]
}
