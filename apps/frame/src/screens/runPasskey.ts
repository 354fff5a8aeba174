import { KitError } from '@billfold/protocol/error'
import type { Login, Person, Wallet } from '../wallet/wallet.ts'
import { type ScreenHost, screenOf } from './createScreenHost.ts'
import { unlessAborted } from './createScreenQueue.ts'
import { button, element, exitButton } from './element.ts'
import { setupLosses } from './lossList.ts'
import { makeLogin, makePasskey, signInWithPasskey } from './passkey.ts'
import { runRecovery } from './runRecovery.ts'
import { showCode } from './securityScreens.ts'
import type { Speech, TextKey } from './texts/createSpeech.ts'

type PasskeyDeps = { screens: ScreenHost; speech: Speech; wallet: Wallet; site: string; deviceLabel: string }
type Choice = 'use' | 'make' | 'close'

/** A challenge with less time left than a person may need is replaced. */
const soonMs = 150_000

/**
 * Logs in with a passkey, or creates a wallet with one. Fetches the challenge before the press in the frame, because browsers forget a press
 * after a few seconds.
 */
export async function runPasskey(
  { screens, speech, wallet, site, deviceLabel }: PasskeyDeps,
  signal: AbortSignal,
): Promise<Person> {
  const { say, date } = speech
  let prepared: { challenge: string; endsAt: number } | undefined
  let problem: TextKey | undefined
  for (;;) {
    const choice = await unlessAborted(choose(problem), signal)
    if (choice === 'close') throw new KitError('user_rejected')
    try {
      const login = await unlessAborted(take(choice), signal)
      return await unlessAborted(settle(login), signal)
    } catch (error) {
      const reason = problems[KitError.from(error).code]
      if (!reason) throw error
      problem = reason
    }
  }

  async function challenge(): Promise<string> {
    if (!prepared || prepared.endsAt - soonMs < Date.now()) {
      const started = await wallet.startPasskey({ site })
      prepared = { challenge: started.challenge, endsAt: Date.now() + started.endsInSeconds * 1000 }
    }
    return prepared.challenge
  }

  async function choose(shown: TextKey | undefined): Promise<Choice> {
    draw([element('div', { class: 'skeleton' })], [])
    await challenge()
    return new Promise((resolve) =>
      draw(
        [
          element('p', {}, say('passkeyText')),
          element('p', { class: 'problem', role: 'alert' }, shown ? say(shown) : ''),
        ],
        [
          button(say('usePasskey'), () => resolve('use'), 'primary'),
          button(say('newWallet'), () => resolve('make')),
          exitButton(say('close'), () => resolve('close')),
        ],
      ),
    )
  }

  async function take(choice: 'use' | 'make'): Promise<Login> {
    draw([element('p', { role: 'status' }, say('waiting'))], [])
    const given = await challenge()
    const answered =
      choice === 'use' ? signInWithPasskey(given, signal) : makeLogin(`Wallet · ${date(Date.now())}`, given, signal)
    const proven = await answered
    // A challenge is valid once.
    prepared = undefined
    return await wallet.finishPasskey(proven)
  }

  async function settle(login: Login): Promise<Person> {
    if (!('person' in login)) return await runRecovery({ screens, speech, wallet }, login.ways, signal)
    if (login.code !== undefined)
      await showCode({ screens, speech }, login.code, 'passkeyCode', {
        losses: await setupLosses(speech, wallet),
        addPasskey: async () => wallet.addPasskey({ ...(await makePasskey(deviceLabel)), label: deviceLabel }),
      })
    return login.person
  }

  function draw(body: HTMLElement[], actions: HTMLElement[]): void {
    const screen = screenOf({ title: say('passkeyTitle'), body, actions })
    screen.classList.add('stacked')
    screens.put(screen)
  }
}

/** Errors with a text on this screen; any other ends the login, and the page shows it. */
const problems: Partial<Record<KitError['code'], TextKey>> = {
  user_rejected: 'passkeyFailed',
  method_unsupported: 'passkeyUnfit',
  sign_in_unproven: 'passkeyUnknown',
  invalid_input: 'passkeyUnfit',
  not_found: 'recoverFailed',
}
