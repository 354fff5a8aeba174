import { KitError } from '@billfold/protocol/error'
import type { Held } from '../wallet/wallet.ts'
import { element } from './element.ts'
import { drawStep, type RecoveryContext, type RecoveryStep, skeleton, wayButtons } from './recoverySteps.ts'

/** The guardian's link: sent once, and still valid while the person tries another way. */
export function createGuardianLink(context: RecoveryContext) {
  const { say, date, wallet, providerTitle } = context
  let release: { number: string; uri?: string | undefined; result: Promise<RecoveryStep> } | undefined
  let held: Held | undefined

  /** Sends the link; resolves with the next step if there is nothing to wait for. */
  async function send(): Promise<RecoveryStep | undefined> {
    try {
      const { number, uri, opensAt } = await wallet.startRelease()
      if (opensAt !== undefined) return { held: { opensAt } }
      const result = wallet
        .awaitRelease()
        .then((approval): RecoveryStep => ('opensAt' in approval ? { held: approval } : { person: approval }), failed)
      release = { number, uri, result }
      return undefined
    } catch {
      return { way: 'choice', problem: 'recoverFailed' }
    }
  }

  function failed(error: unknown): RecoveryStep {
    release = undefined
    const { code } = KitError.from(error)
    const problem =
      code === 'user_rejected' ? 'recoverRefused' : code === 'not_found' ? 'recoverEnded' : 'recoverFailed'
    return { way: 'choice', problem }
  }

  /** Opens a page of its own, which knows nothing of this one: only the number connects the two. */
  const loginLink = (uri: string): HTMLElement =>
    element(
      'a',
      {
        ...{ class: 'button primary', href: uri, target: '_blank', rel: 'noopener noreferrer' },
        'data-free': true,
        'data-testid': 'frame-login',
      },
      say('loginWith', { provider: providerTitle ?? '' }),
    )

  /** Approved for a later date, and cancelable by email until then: the person returns, or takes a way without a wait. */
  const showDate = ({ opensAt }: Held): Promise<RecoveryStep> =>
    new Promise((resolve) =>
      drawStep(context, {
        body: [
          element('p', { role: 'status' }, say('recoverHeld', { date: date(opensAt) })),
          element('p', { class: 'hint' }, say('recoverHeldHow')),
        ],
        actions: wayButtons(context, 'guardian', resolve),
      }),
    )

  return {
    isSent: () => release !== undefined,
    /** Resolves once the guardian has approved; never otherwise. Undefined if no link is pending. */
    approval: (): Promise<RecoveryStep> | undefined =>
      release?.result.then((step) =>
        typeof step === 'object' && 'person' in step ? step : new Promise<never>(() => {}),
      ),
    hold(until: Held) {
      held = until
    },
    async show(): Promise<RecoveryStep> {
      if (held) return showDate(held)
      if (!release) {
        // The person can take another way before the email has left.
        const other = Promise.withResolvers<RecoveryStep>()
        drawStep(context, { body: [skeleton()], actions: wayButtons(context, 'guardian', other.resolve) })
        const next = await Promise.race([other.promise, send()])
        if (next || !release) return next ?? { way: 'choice', problem: 'recoverFailed' }
      }
      const { number, uri, result } = release
      return new Promise((resolve) => {
        drawStep(context, {
          body: [
            element('p', {}, providerTitle ? say('recoverSocial', { provider: providerTitle }) : say('recoverText')),
            element('p', { class: 'number', 'data-testid': 'frame-number' }, number),
            element('p', { class: 'hint', role: 'status' }, say('recoverWaiting')),
          ],
          actions: [...(uri ? [loginLink(uri)] : []), ...wayButtons(context, 'guardian', resolve)],
        })
        void result.then(resolve)
      })
    },
  }
}
