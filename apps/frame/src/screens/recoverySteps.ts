import { KitError } from '@billfold/protocol/error'
import type { Held, Person, RecoveryWay, Wallet } from '../wallet/wallet.ts'
import { type ScreenHost, screenOf } from './createScreenHost.ts'
import { button, element, exitButton } from './element.ts'
import { getPasskeySecret } from './passkey.ts'
import type { Speech, TextKey } from './texts/createSpeech.ts'

export type RecoveryScreen = RecoveryWay['kind'] | 'choice'
/** Result of a screen: the wallet is open, the guardian approved for a later date, or another screen follows. */
export type RecoveryStep =
  | { person: Person }
  | { held: Held }
  | { way: RecoveryScreen; problem?: TextKey | undefined }
  | 'cancelled'
export type RecoveryContext = {
  screens: ScreenHost
  say: Speech['say']
  date: Speech['date']
  wallet: Pick<
    Wallet,
    'startRelease' | 'awaitRelease' | 'recoverByCode' | 'recoverByPasskey' | 'deviceCode' | 'recoverByDevice'
  >
  ways: readonly RecoveryWay[]
  words: { title: TextKey; text: TextKey }
  /** The title of the provider that the guardian logs the person in at; undefined if it mails a link. */
  providerTitle: string | undefined
}

export const hasWay = ({ ways }: Pick<RecoveryContext, 'ways'>, kind: RecoveryWay['kind']): boolean =>
  ways.some((way) => way.kind === kind)

export function drawStep(
  { screens, say, words }: RecoveryContext,
  { body, actions }: { body: HTMLElement[]; actions: HTMLElement[] },
): void {
  const screen = screenOf({ title: say(words.title), body, actions })
  screen.classList.add('stacked')
  screens.put(screen)
}

const wayLabels: readonly [RecoveryWay['kind'], TextKey][] = [
  ['guardian', 'sendLink'],
  ['passkey', 'usePasskey'],
  ['code', 'useCode'],
  ['device', 'useDevice'],
]

/** Buttons for every way but the current one, and one that cancels. */
export function wayButtons(
  context: RecoveryContext,
  current: RecoveryScreen,
  resolve: (step: RecoveryStep) => void,
): HTMLElement[] {
  const { say, providerTitle } = context
  return [
    ...wayLabels
      .filter(([kind]) => kind !== current && hasWay(context, kind))
      .map(([kind, label], index) => {
        const isFirst = current === 'choice' && index === 0
        const text = kind === 'guardian' && providerTitle ? say('loginWith', { provider: providerTitle }) : say(label)
        return button(text, () => resolve({ way: kind }), isFirst ? 'primary' : 'plain')
      }),
    exitButton(say('close'), () => resolve('cancelled')),
  ]
}

const problemLine = ({ say }: RecoveryContext, problem: TextKey | undefined): HTMLElement =>
  element('p', { id: 'problem', class: 'problem', role: 'alert' }, problem ? say(problem) : '')

export const skeleton = (): HTMLElement => element('div', { class: 'skeleton big' })

export function chooseWay(context: RecoveryContext, problem?: TextKey): Promise<RecoveryStep> {
  const { say, words, providerTitle: provider = '' } = context
  return new Promise((resolve) =>
    drawStep(context, {
      body: [element('p', {}, say(words.text, { provider })), problemLine(context, problem)],
      actions: wayButtons(context, 'choice', resolve),
    }),
  )
}

/** Shows this device's code until another device has approved this one. */
export async function recoverByDevice(context: RecoveryContext, problem?: TextKey): Promise<RecoveryStep> {
  const { say, wallet } = context
  drawStep(context, { body: [skeleton()], actions: [] })
  const code = (await wallet.deviceCode()).replace(/(.{4})(?=.)/g, '$1-')
  return new Promise((resolve) => {
    const check = () => {
      next.setAttribute('aria-busy', 'true')
      wallet.recoverByDevice().then(
        (person) => resolve({ person }),
        (error: unknown) => {
          const problems: Record<string, TextKey> = { not_found: 'notYet', invalid_request: 'needWay' }
          resolve({ way: 'device', problem: problems[KitError.from(error).code] ?? 'recoverFailed' })
        },
      )
    }
    const next = button(say('continue'), check, 'primary')
    drawStep(context, {
      body: [
        element('p', {}, say('deviceCodeText')),
        element('p', { class: 'secret', dir: 'ltr', translate: 'no', 'data-testid': 'frame-device-code' }, code),
        problemLine(context, problem),
      ],
      actions: [exitButton(say('back'), () => resolve({ way: 'choice' })), next],
    })
  })
}

export function recoverByCode(
  context: RecoveryContext,
  back: () => RecoveryScreen,
  problem?: TextKey,
): Promise<RecoveryStep> {
  const { say, wallet } = context
  return new Promise((resolve) => {
    const field = element('input', {
      ...{ id: 'code', class: 'field', autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false' },
      ...{ maxlength: '40', dir: 'ltr', 'aria-describedby': 'problem' },
    })
    const submit = () => {
      next.setAttribute('aria-busy', 'true')
      wallet.recoverByCode({ code: field.value }).then(
        (person) => resolve({ person }),
        (error: unknown) => {
          const isWrong = ['invalid_input', 'sign_in_unproven'].includes(KitError.from(error).code)
          resolve({ way: 'code', problem: isWrong ? 'wrongCode' : 'recoverFailed' })
        },
      )
    }
    const next = button(say('continue'), submit, 'primary')
    drawStep(context, {
      body: [element('label', { for: 'code' }, say('recoveryCode')), field, problemLine(context, problem)],
      actions: [exitButton(say('back'), () => resolve({ way: back() })), next],
    })
    field.focus()
  })
}

export async function recoverByPasskey(context: RecoveryContext): Promise<RecoveryStep> {
  const { say, wallet, ways } = context
  const ids = ways.flatMap((way) => (way.kind === 'passkey' ? way.credentialIds : []))
  drawStep(context, { body: [element('p', { role: 'status' }, say('waiting'))], actions: [] })
  try {
    return { person: await wallet.recoverByPasskey(await getPasskeySecret(ids)) }
  } catch (error) {
    const { code } = KitError.from(error)
    const problem =
      code === 'user_rejected' ? 'passkeyFailed' : code === 'method_unsupported' ? 'passkeyUnfit' : 'recoverFailed'
    return { way: 'choice', problem }
  }
}
