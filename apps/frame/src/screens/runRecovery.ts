import { KitError } from '@billfold/protocol/error'
import type { Held, Person, RecoveryWay, Wallet } from '../wallet/wallet.ts'
import { type Place, screenOf } from './createPlace.ts'
import { unlessAborted } from './createStage.ts'
import { button, element, exitButton } from './element.ts'
import { askPasskey } from './passkey.ts'
import { socialTitles } from './socialTitles.ts'
import type { Speech } from './texts/createSpeech.ts'
import type { TextKey } from './texts/en.ts'

type RecoveryDeps = {
  place: Place
  speech: Speech
  wallet: Pick<
    Wallet,
    'startRelease' | 'awaitRelease' | 'recoverByCode' | 'recoverByPasskey' | 'deviceCode' | 'recoverByDevice'
  >
}
type Step =
  | { person: Person }
  | { held: Held }
  | { way: RecoveryWay['kind'] | 'choice'; problem?: TextKey }
  | 'cancelled'

/** Unlocks a wallet on a new device, by whichever of its ways the person takes. A link that is approved meanwhile counts as well. */
export async function runRecovery(
  { place, speech: { say, date }, wallet }: RecoveryDeps,
  ways: readonly RecoveryWay[],
  signal: AbortSignal,
  words: { title: TextKey; text: TextKey } = { title: 'recoverTitle', text: 'recoverNeeded' },
): Promise<Person> {
  const has = (kind: RecoveryWay['kind']) => ways.some((way) => way.kind === kind)
  const provider = ways.flatMap((way) => (way.kind === 'guardian' ? (way.provider ?? []) : []))[0]
  const title = provider && socialTitles[provider]
  let release: { number: string; uri?: string | undefined; person: Promise<Step> } | undefined
  let held: Held | undefined
  let step: { way: RecoveryWay['kind'] | 'choice'; problem?: TextKey } = {
    way: has('guardian') && words.title === 'recoverTitle' ? 'guardian' : 'choice',
  }
  for (;;) {
    const next = await unlessAborted(take(step.way, step.problem), signal)
    if (next === 'cancelled') throw new KitError('user_rejected')
    if ('person' in next) return next.person
    if ('held' in next) held = next.held
    step = 'held' in next ? { way: 'guardian' } : next
  }

  async function take(way: RecoveryWay['kind'] | 'choice', problem?: TextKey): Promise<Step> {
    if (way === 'guardian') return takeLink()
    const chosen = {
      code: () => takeCode(problem),
      passkey: takePasskey,
      device: () => takeDevice(problem),
      choice: () => choose(problem),
    }[way]()
    return release ? Promise.race([chosen, release.person.then(stayUnlessDone)]) : chosen
  }

  /** Whatever became of the link while the person is elsewhere: only a yes ends what they do. */
  async function stayUnlessDone(step: Step): Promise<Step> {
    return typeof step === 'object' && 'person' in step ? step : new Promise<never>(() => {})
  }

  async function takeLink(): Promise<Step> {
    if (held) return waitForDay(held)
    if (!release) {
      // Anyone who would rather take another way need not wait for the mail.
      const elsewhere = Promise.withResolvers<Step>()
      draw({ body: [element('div', { class: 'skeleton big' })], actions: others('guardian', elsewhere.resolve) })
      const left = await Promise.race([elsewhere.promise, mailLink()])
      if (left || !release) return left ?? { way: 'choice', problem: 'recoverFailed' }
    }
    const { number, uri, person } = release
    return new Promise((resolve) => {
      draw({
        body: [
          element('p', {}, title ? say('recoverSocial', { provider: title }) : say('recoverText')),
          element('p', { class: 'number', 'data-testid': 'frame-number' }, number),
          element('p', { class: 'hint', role: 'status' }, say('recoverWaiting')),
        ],
        actions: [...(uri ? [loginLink(uri)] : []), ...others('guardian', resolve)],
      })
      void person.then(resolve)
    })
  }

  /** Has the link sent; where that does not lead to waiting for it, says what does. */
  async function mailLink(): Promise<Step | undefined> {
    try {
      const { number, uri, opensAt } = await wallet.startRelease()
      if (opensAt !== undefined) return { held: { opensAt } }
      const person = wallet
        .awaitRelease()
        .then((told): Step => ('opensAt' in told ? { held: told } : { person: told }), afterLink)
      release = { number, uri, person }
      return undefined
    } catch {
      return { way: 'choice', problem: 'recoverFailed' }
    }
  }

  /** A page of its own, which knows nothing of this one: the number alone joins the two. */
  function loginLink(uri: string): HTMLElement {
    return element(
      'a',
      {
        ...{ class: 'button primary', href: uri, target: '_blank', rel: 'noopener noreferrer' },
        'data-free': true,
        'data-testid': 'frame-login',
      },
      say('loginWith', { provider: title ?? '' }),
    )
  }

  /** Approved, and to be stopped by mail until then: the person comes back, or takes a way that needs no waiting. */
  function waitForDay({ opensAt }: Held): Promise<Step> {
    return new Promise((resolve) =>
      draw({
        body: [
          element('p', { role: 'status' }, say('recoverHeld', { date: date(opensAt) })),
          element('p', { class: 'hint' }, say('recoverHeldHow')),
        ],
        actions: others('guardian', resolve),
      }),
    )
  }

  async function takeDevice(problem?: TextKey): Promise<Step> {
    draw({ body: [element('div', { class: 'skeleton big' })], actions: [] })
    const code = (await wallet.deviceCode()).replace(/(.{4})(?=.)/g, '$1-')
    return new Promise((resolve) => {
      const check = () => {
        go.setAttribute('aria-busy', 'true')
        wallet.recoverByDevice().then(
          (person) => resolve({ person }),
          (error: unknown) => {
            const reasons: Record<string, TextKey> = { not_found: 'notYet', invalid_request: 'needWay' }
            resolve({ way: 'device', problem: reasons[KitError.from(error).code] ?? 'recoverFailed' })
          },
        )
      }
      const go = button(say('continue'), check, 'primary')
      draw({
        body: [
          element('p', {}, say('deviceCodeText')),
          element('p', { class: 'secret', dir: 'ltr', translate: 'no', 'data-testid': 'frame-device-code' }, code),
          alert(problem),
        ],
        actions: [exitButton(say('back'), () => resolve({ way: 'choice' })), go],
      })
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
      draw({
        body: [element('p', {}, say(words.text, { provider: title ?? '' })), alert(problem)],
        actions: others('choice', resolve),
      }),
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
      draw({
        body: [element('label', { for: 'code' }, say('recoveryCode')), field, alert(problem)],
        actions: [
          exitButton(say('back'), () => resolve({ way: has('guardian') && release ? 'guardian' : 'choice' })),
          go,
        ],
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
      ['device', 'useDevice'],
    ]
    return [
      ...labels
        .filter(([kind]) => kind !== now && has(kind))
        .map(([kind, label], at) => {
          const isFirst = now === 'choice' && at === 0
          const text = kind === 'guardian' && title ? say('loginWith', { provider: title }) : say(label)
          return button(text, () => resolve({ way: kind }), isFirst ? 'primary' : 'plain')
        }),
      exitButton(say('close'), () => resolve('cancelled')),
    ]
  }

  function draw({ body, actions }: { body: HTMLElement[]; actions: HTMLElement[] }): void {
    const screen = screenOf({ title: say(words.title), body, actions })
    screen.classList.add('stacked')
    place.put(screen)
  }

  function alert(problem: TextKey | undefined): HTMLElement {
    return element('p', { id: 'problem', class: 'problem', role: 'alert' }, problem ? say(problem) : '')
  }
}
