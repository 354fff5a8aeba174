import { normalizeEmail } from '@billfold/protocol/embedded/recoveryInfo'
import { KitError } from '@billfold/protocol/error'
import type { Wallet } from '../wallet/wallet.ts'
import { type ScreenHost, screenOf } from './createScreenHost.ts'
import { button, element, exitButton } from './element.ts'
import { enterCode, mailedCode } from './enterCode.ts'
import { provePasskey } from './passkey.ts'
import type { Speech, TextKey } from './texts/createSpeech.ts'

type EmailDeps = {
  screens: ScreenHost
  speech: Speech
  wallet: Pick<
    Wallet,
    'readLogin' | 'reauthPasskey' | 'startReauth' | 'startEmailChange' | 'verifyOldEmail' | 'verifyNewEmail'
  >
}
type Step = 'primary' | 'secondary'

/**
 * Changes the wallet's address, or adds its first: the person sees both, and enters the code from each. A site can only propose the new one.
 * Resolves with undefined if they go back.
 */
export async function emailScreen(deps: EmailDeps, proposed?: string): Promise<string | undefined> {
  const { screens, speech, wallet } = deps
  const { say } = speech
  const { provider, email: now } = await wallet.readLogin()
  const title = now === null ? 'emailAdd' : 'emailChange'
  let problem: TextKey | undefined
  let offer = proposed
  let email = offer
  for (;;) {
    email ??= await enterAddress(problem)
    if (email !== undefined && isSame(email)) {
      problem = 'emailSame'
      email = offer = undefined
      continue
    }
    if (email === undefined || !(await confirm(email, offer === undefined ? undefined : problem))) return undefined
    try {
      let step: Step = await begin(email)
      if (step === 'primary') {
        const isProven = await enter(now ?? '', (code) => wallet.verifyOldEmail({ code }))
        if (!isProven) return undefined
        step = 'secondary'
      }
      if (!(await enter(email, (code) => wallet.verifyNewEmail({ code })))) return undefined
      await showDone(email)
      return email
    } catch (error) {
      problem = problemOf(error)
      email = offer
    }
  }

  function isSame(other: string): boolean {
    return now !== null && normalizeEmail(other) === normalizeEmail(now)
  }

  function enterAddress(problem: TextKey | undefined): Promise<string | undefined> {
    const input = { inputmode: 'email', autocomplete: 'email', autocapitalize: 'off', maxlength: '254' }
    return enterCode({ screens, speech }, { title, label: 'emailNew', problem, ...input })
  }

  function confirm(to: string, shown: TextKey | undefined): Promise<boolean> {
    const row = (label: TextKey, value: string) =>
      element('div', {}, element('dt', {}, say(label)), element('dd', { dir: 'ltr' }, value))
    const yes = now === null && provider === 'passkey' ? 'usePasskey' : 'emailCode'
    return new Promise((resolve) => {
      const screen = screenOf({
        title: say(title),
        body: [
          element('dl', {}, ...(now === null ? [] : [row('emailNow', now)]), row('emailNew', to)),
          element('p', {}, say(provider === null ? 'emailThen' : 'emailNotices')),
          element('p', { class: 'problem', role: 'alert' }, shown ? say(shown) : ''),
        ],
        actions: [exitButton(say('back'), () => resolve(false)), button(say(yes), () => resolve(true), 'primary')],
      })
      screen.classList.add('stacked')
      screens.put(screen)
    })
  }

  async function begin(to: string): Promise<Step> {
    const passkey = now === null ? await wallet.reauthPasskey() : null
    if (passkey === null) return (await wallet.startEmailChange({ email: to })).step
    const { challenge } = await wallet.startReauth({ purpose: 'email' })
    return (await wallet.startEmailChange({ email: to, passkey: await provePasskey(passkey, challenge) })).step
  }

  /** Shows a field for the emailed code until it is right; false if the person goes back. */
  async function enter(to: string, check: (code: string) => Promise<unknown>): Promise<boolean> {
    let wrong: TextKey | undefined
    for (;;) {
      const field = { title, text: say('emailSent', { email: to }), label: 'codeFromMail', problem: wrong } as const
      const code = await enterCode({ screens, speech }, { ...field, ...mailedCode })
      if (code === undefined) return false
      try {
        await check(code)
        return true
      } catch (error) {
        if (!['invalid_input', 'sign_in_unproven'].includes(KitError.from(error).code)) throw error
        wrong = 'wrongCode'
      }
    }
  }

  function showDone(to: string): Promise<void> {
    return new Promise((resolve) =>
      screens.put(
        screenOf({
          title: say(title),
          body: [element('p', { role: 'status' }, say('emailDone', { email: to }))],
          actions: [exitButton(say('close'), resolve, 'primary')],
        }),
      ),
    )
  }
}

const problems: Partial<Record<KitError['code'], TextKey>> = {
  invalid_input: 'emailInvalid',
  account_mismatch: 'emailTaken',
  sign_in_unproven: 'emailAgain',
  not_found: 'codeEnded',
  too_many_requests: 'tooMany',
  user_rejected: 'passkeyFailed',
}
const problemOf = (error: unknown): TextKey => problems[KitError.from(error).code] ?? 'recoverFailed'
