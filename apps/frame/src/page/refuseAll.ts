import { KitError } from '@billfold/protocol/error'
import type { FrameHandlers } from '@billfold/protocol/frame/answerFrame'
import { type FrameRequestName, frameRequests } from '@billfold/protocol/frame/frameRequests'
import type { Place } from '../screens/createPlace.ts'
import { type Stage, unlessAborted } from '../screens/createStage.ts'
import { noticeScreen } from '../screens/noticeScreen.ts'
import type { Speech } from '../screens/texts/createSpeech.ts'

/** Behind these stands a person who waits. */
const waitedFor: readonly FrameRequestName[] = ['CONNECT_EMAIL', 'GET_SOCIAL_REDIRECT_URI', 'SHOW_SECURITY']

/** Where nothing can be kept there is no wallet: who wants to log in is told why, and everything else fails by that name. */
export function refuseAll({ stage, place, speech }: { stage: Stage; place: Place; speech: Speech }): FrameHandlers {
  const blocked = () => new KitError('unavailable', { message: speech.say('storageTitle') })
  const refuse = (name: FrameRequestName) => async (_: unknown, signal: AbortSignal) => {
    if (name === 'IS_CONNECTED') return { isConnected: false }
    if (waitedFor.includes(name))
      await stage(
        'security',
        () =>
          unlessAborted(
            new Promise<void>((close) => place.put(noticeScreen(speech, 'storageTitle', 'storageText', close))),
            signal,
          ),
        signal,
      )
    throw blocked()
  }
  const names = Object.keys(frameRequests) as FrameRequestName[]
  return Object.fromEntries(names.map((name) => [name, refuse(name)])) as unknown as FrameHandlers
}
