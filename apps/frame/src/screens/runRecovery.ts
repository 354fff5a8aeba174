import { KitError } from '@billfold/protocol/error'
import type { Person, RecoveryWay, Wallet } from '../wallet/wallet.ts'
import { type Place, screenOf } from './createPlace.ts'
import { unlessAborted } from './createStage.ts'
import { button, element, exitButton } from './element.ts'
import { askPasskey } from './passkey.ts'
import type { Speech } from './texts/createSpeech.ts'
import type { TextKey } from './texts/en.ts'

type RecoveryDeps = {
  place: Place
  speech: Speech
  wallet: Pick<Wallet, 'startRelease' | 'awaitRelease' | 'recoverByCode' | 'recoverByPasskey'>
}
type Step = { person: Person } | { way: RecoveryWay['kind'] | 'choice'; problem?: TextKey } | 'cancelled'

/** Unlocks a wallet on a new device, by whichever of its ways the person takes. A link that is approved meanwhile counts as well. */
export async function runRecovery(
  { place, speech: { say }, wallet }: RecoveryDeps,
  ways: readonly RecoveryWay[],
  signal: AbortSignal,
): Promise<Person> {
  const has = (kind: RecoveryWay['kind']) => ways.some((way) => way.kind === kind)
  let release: { number: string; person: Promise<Step> } | undefined
  let step: Exclude<Step, { person: Person } | 'cancelled'> = { way: has('guardian') ? 'guardian' : 'choice' }
  for (;;) {
    const next = await unlessAborted(take(step.way, step.problem), signal)
    if (next === 'cancelled') throw new KitError('user_rejected')
    if ('person' in next) return next.person
    step = next
  }

  async function take(way: RecoveryWay['kind'] | 'choice', problem?: TextKey): Promise<Step> {
    if (way === 'guardian') return takeLink()
    const chosen = way === 'code' ? takeCode(problem) : way === 'passkey' ? takePasskey() : choose(problem)
    return release ? Promise.race([chosen, release.person.then(stayUnlessDone)]) : chosen
  }

  /** Whatever became of the link while the person is elsewhere: only a yes ends what they do. */
  async function stayUnlessDone(step: Step): Promise<Step> {
    return typeof step === 'object' && 'person' in step ? step : new Promise<never>(() => {})
  }

  async function takeLink(): Promise<Step> {
    if (!release) {
      draw({ body: [element('div', { class: 'skeleton big' })], actions: others('guardian', () => {}) })
      try {
        const { number } = await wallet.startRelease()
        release = { number, person: wallet.awaitRelease().then((person) => ({ person }), afterLink) }
      } catch {
        return { way: 'choice', problem: 'recoverFailed' }
      }
    }
    const { number, person } = release
    return new Promise((resolve) => {
      draw({
        body: [
          element('p', {}, say('recoverText')),
          element('p', { class: 'number', 'data-testid': 'frame-number' }, number),
          element('p', { class: 'hint', role: 'status' }, say('recoverWaiting')),
        ],
        actions: others('guardian', resolve),
      })
      void person.then(resolve)
    })
  }

  function afterLink(error: unknown): Step {
    release = undefined
    const { code } = KitError.from(error)
    const problem =
      code === 'user_rejected' ? 'recoverRefused' : code === 'not_found' ? 'recoverEnded' : 'recoverFailed'
    return { way: 'choice', problem }
  }

  function choose(problem?: TextKey): Promise<Step> {
    return new Promise((resolve) =>
      draw({ body: [element('p', {}, say('recoverNeeded')), alert(problem)], actions: others('choice', resolve) }),
    )
  }

  function takeCode(problem?: TextKey): Promise<Step> {
    return new Promise((resolve) => {
      const field = element('input', {
        ...{ id: 'code', class: 'field', autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false' },
        ...{ maxlength: '40', dir: 'ltr', 'aria-describedby': 'problem' },
      })
      const submit = () => {
        go.setAttribute('aria-busy', 'true')
        wallet.recoverByCode({ code: field.value }).then(
          (person) => resolve({ person }),
          (error: unknown) =>
            resolve({
              way: 'code',
              problem: ['invalid_input', 'sign_in_unproven'].includes(KitError.from(error).code)
                ? 'wrongCode'
                : 'recoverFailed',
            }),
        )
      }
      const go = button(say('continue'), submit, 'primary')
      field.addEventListener('keydown', (event) => event.key === 'Enter' && submit())
      draw({
        body: [element('label', { for: 'code' }, say('recoveryCode')), field, alert(problem)],
        actions: [button(say('back'), () => resolve({ way: has('guardian') && release ? 'guardian' : 'choice' })), go],
      })
      field.focus()
    })
  }

  async function takePasskey(): Promise<Step> {
    const ids = ways.flatMap((way) => (way.kind === 'passkey' ? way.credentialIds : []))
    draw({ body: [element('p', { role: 'status' }, say('waiting'))], actions: [] })
    try {
      return { person: await wallet.recoverByPasskey(await askPasskey(ids)) }
    } catch (error) {
      const { code } = KitError.from(error)
      const problem =
        code === 'user_rejected' ? 'passkeyFailed' : code === 'method_unsupported' ? 'passkeyUnfit' : 'recoverFailed'
      return { way: 'choice', problem }
    }
  }

  /** Buttons to the ways that are not in use. */
  function others(now: RecoveryWay['kind'] | 'choice', resolve: (step: Step) => void): HTMLElement[] {
    const labels: [RecoveryWay['kind'], TextKey][] = [
      ['guardian', 'sendLink'],
      ['passkey', 'usePasskey'],
      ['code', 'useCode'],
    ]
    return [
      ...labels
        .filter(([kind]) => kind !== now && has(kind))
        .map(([kind, label], at) => {
          const isFirst = now === 'choice' && at === 0
          return button(say(label), () => resolve({ way: kind }), isFirst ? 'primary' : 'plain')
        }),
      exitButton(say('close'), () => resolve('cancelled')),
    ]
  }

  function draw({ body, actions }: { body: HTMLElement[]; actions: HTMLElement[] }): void {
    const screen = screenOf({ title: say('recoverTitle'), body, actions })
    screen.classList.add('stacked')
    place.put(screen)
  }

  function alert(problem: TextKey | undefined): HTMLElement {
    return element('p', { id: 'problem', class: 'problem', role: 'alert' }, problem ? say(problem) : '')
  }
}
