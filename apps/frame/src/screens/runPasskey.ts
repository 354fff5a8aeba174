import { KitError } from '@billfold/protocol/error'
import type { Login, Person, Wallet } from '../wallet/wallet.ts'
import { type Place, screenOf } from './createPlace.ts'
import { unlessAborted } from './createStage.ts'
import { button, element, exitButton } from './element.ts'
import { setupLosses } from './lossList.ts'
import { makeLogin, makePasskey, useLogin } from './passkey.ts'
import { runRecovery } from './runRecovery.ts'
import { showCode } from './securityScreens.ts'
import type { Speech } from './texts/createSpeech.ts'
import type { TextKey } from './texts/en.ts'

type PasskeyDeps = { place: Place; speech: Speech; wallet: Wallet; site: string; deviceLabel: string }
type Choice = 'use' | 'make' | 'close'

/** A challenge that ends sooner than a person may take is changed for a new one. */
const soonMs = 150_000

/**
 * Logs in with a passkey, or creates a wallet with one. The press has to happen in the frame, and what it starts with is fetched
 * before: browsers forget a press after a few seconds.
 */
export async function runPasskey(
  { place, speech, wallet, site, deviceLabel }: PasskeyDeps,
  signal: AbortSignal,
): Promise<Person> {
  const { say, date } = speech
  let asked: { challenge: string; endsAt: number } | undefined
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
    if (!asked || asked.endsAt - soonMs < Date.now()) {
      const told = await wallet.startPasskey({ site })
      asked = { challenge: told.challenge, endsAt: Date.now() + told.endsInSeconds * 1000 }
    }
    return asked.challenge
  }

  async function choose(told: TextKey | undefined): Promise<Choice> {
    draw([element('div', { class: 'skeleton' })], [])
    await challenge()
    return new Promise((resolve) =>
      draw(
        [
          element('p', {}, say('passkeyText')),
          element('p', { class: 'problem', role: 'alert' }, told ? say(told) : ''),
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
      choice === 'use' ? useLogin(given, signal) : makeLogin(`Wallet · ${date(Date.now())}`, given, signal)
    const proven = await answered
    // Whatever becomes of it, it counts once.
    asked = undefined
    return await wallet.finishPasskey(proven)
  }

  async function settle(login: Login): Promise<Person> {
    if (!('person' in login)) return await runRecovery({ place, speech, wallet }, login.ways, signal)
    if (login.code !== undefined)
      await showCode({ place, speech }, login.code, 'passkeyCode', {
        losses: await setupLosses(speech, wallet),
        addPasskey: async () => wallet.addPasskey({ ...(await makePasskey(deviceLabel)), label: deviceLabel }),
      })
    return login.person
  }

  function draw(body: HTMLElement[], actions: HTMLElement[]): void {
    const screen = screenOf({ title: say('passkeyTitle'), body, actions })
    screen.classList.add('stacked')
    place.put(screen)
  }
}

/** What is said on the spot; anything else ends the login, and the page says it. */
const problems: Partial<Record<KitError['code'], TextKey>> = {
  user_rejected: 'passkeyFailed',
  method_unsupported: 'passkeyUnfit',
  sign_in_unproven: 'passkeyUnknown',
  invalid_input: 'passkeyUnfit',
  not_found: 'recoverFailed',
}
