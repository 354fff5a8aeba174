import { normalizeEmail } from '@billfold/protocol/embedded/recoveryInfo'
import { KitError } from '@billfold/protocol/error'
import type { Wallet } from '../wallet/wallet.ts'
import { askCode, mailedCode } from './askCode.ts'
import { type Place, screenOf } from './createPlace.ts'
import { button, element, exitButton } from './element.ts'
import { provePasskey } from './passkey.ts'
import type { Speech } from './texts/createSpeech.ts'
import type { TextKey } from './texts/en.ts'

type EmailDeps = {
  place: Place
  speech: Speech
  wallet: Pick<
    Wallet,
    'readLogin' | 'reauthPasskey' | 'startReauth' | 'startEmailChange' | 'verifyOldEmail' | 'verifyNewEmail'
  >
}
type Step = 'primary' | 'secondary'

/**
 * Gives the wallet another address, or its first: the person sees both, and enters the code from each. A site can propose the new one, and no
 * more than that. Resolves with nothing where they went back.
 */
export async function emailScreen(deps: EmailDeps, proposed?: string): Promise<string | undefined> {
  const { place, speech, wallet } = deps
  const { say } = speech
  const { provider, email: now } = await wallet.readLogin()
  const title = now === null ? 'emailAdd' : 'emailChange'
  let problem: TextKey | undefined
  let offer = proposed
  let email = offer
  for (;;) {
    email ??= await askAddress(problem)
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
      await tellDone(email)
      return email
    } catch (error) {
      problem = problemOf(error)
      email = offer
    }
  }

  function isSame(other: string): boolean {
    return now !== null && normalizeEmail(other) === normalizeEmail(now)
  }

  function askAddress(told: TextKey | undefined): Promise<string | undefined> {
    const input = { inputmode: 'email', autocomplete: 'email', autocapitalize: 'off', maxlength: '254' }
    return askCode({ place, speech }, { title, label: 'emailNew', problem: told, ...input })
  }

  function confirm(to: string, told: TextKey | undefined): Promise<boolean> {
    const row = (label: TextKey, value: string) =>
      element('div', {}, element('dt', {}, say(label)), element('dd', { dir: 'ltr' }, value))
    const yes = now === null && provider === 'passkey' ? 'usePasskey' : 'emailCode'
    return new Promise((resolve) => {
      const screen = screenOf({
        title: say(title),
        body: [
          element('dl', {}, ...(now === null ? [] : [row('emailNow', now)]), row('emailNew', to)),
          element('p', {}, say(provider === null ? 'emailThen' : 'emailNotices')),
          element('p', { class: 'problem', role: 'alert' }, told ? say(told) : ''),
        ],
        actions: [exitButton(say('back'), () => resolve(false)), button(say(yes), () => resolve(true), 'primary')],
      })
      screen.classList.add('stacked')
      place.put(screen)
    })
  }

  async function begin(to: string): Promise<Step> {
    const passkey = now === null ? await wallet.reauthPasskey() : null
    if (passkey === null) return (await wallet.startEmailChange({ email: to })).step
    const { challenge } = await wallet.startReauth({ purpose: 'email' })
    return (await wallet.startEmailChange({ email: to, passkey: await provePasskey(passkey, challenge) })).step
  }

  /** Asks for the code that went to an address until it is right; false where the person goes back. */
  async function enter(to: string, check: (code: string) => Promise<unknown>): Promise<boolean> {
    let wrong: TextKey | undefined
    for (;;) {
      const asked = { title, text: say('emailSent', { email: to }), label: 'codeFromMail', problem: wrong } as const
      const code = await askCode({ place, speech }, { ...asked, ...mailedCode })
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

  function tellDone(to: string): Promise<void> {
    return new Promise((resolve) =>
      place.put(
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
