import { KitError } from '@billfold/protocol/error'
import type { Person, RecoveryWay } from '../wallet/wallet.ts'
import { unlessAborted } from './createScreenQueue.ts'
import { createGuardianLink } from './guardianLink.ts'
import {
  chooseWay,
  hasWay,
  type RecoveryContext,
  type RecoveryScreen,
  type RecoveryStep,
  recoverByCode,
  recoverByDevice,
  recoverByPasskey,
} from './recoverySteps.ts'
import { socialTitles } from './socialTitles.ts'
import type { Speech, TextKey } from './texts/createSpeech.ts'

/** Unlocks a wallet on a new device by any of its ways. The guardian's link can be approved while another way is open. */
export async function runRecovery(
  { screens, speech: { say, date }, wallet }: Pick<RecoveryContext, 'screens' | 'wallet'> & { speech: Speech },
  ways: readonly RecoveryWay[],
  signal: AbortSignal,
  words: RecoveryContext['words'] = { title: 'recoverTitle', text: 'recoverNeeded' },
): Promise<Person> {
  const provider = ways.flatMap((way) => (way.kind === 'guardian' ? (way.provider ?? []) : []))[0]
  const context: RecoveryContext = {
    screens,
    say,
    date,
    wallet,
    ways,
    words,
    providerTitle: provider && socialTitles[provider],
  }
  const link = createGuardianLink(context)
  let screen: { way: RecoveryScreen; problem?: TextKey | undefined } = {
    way: hasWay(context, 'guardian') && words.title === 'recoverTitle' ? 'guardian' : 'choice',
  }
  const backFromCode = (): RecoveryScreen => (hasWay(context, 'guardian') && link.isSent() ? 'guardian' : 'choice')
  for (;;) {
    const step = await unlessAborted(show(screen.way, screen.problem), signal)
    if (step === 'cancelled') throw new KitError('user_rejected')
    if ('person' in step) return step.person
    if ('held' in step) link.hold(step.held)
    screen = 'held' in step ? { way: 'guardian' } : step
  }

  async function show(way: RecoveryScreen, problem?: TextKey): Promise<RecoveryStep> {
    if (way === 'guardian') return link.show()
    const step = {
      code: () => recoverByCode(context, backFromCode, problem),
      passkey: () => recoverByPasskey(context),
      device: () => recoverByDevice(context, problem),
      choice: () => chooseWay(context, problem),
    }[way]()
    const approval = link.approval()
    return approval ? Promise.race([step, approval]) : step
  }
}
