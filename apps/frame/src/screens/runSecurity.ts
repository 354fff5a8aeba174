import type { AccountProvider } from '@billfold/protocol/embedded/embeddedApi'
import { strictest } from '@billfold/protocol/embedded/recoveryPolicy'
import { KitError } from '@billfold/protocol/error'
import { screenOf } from './createScreenHost.ts'
import { unlessAborted } from './createScreenQueue.ts'
import { button, element, exitButton } from './element.ts'
import { emailScreen } from './emailScreen.ts'
import { lossList } from './lossList.ts'
import { makePasskey } from './passkey.ts'
import { deviceRow, type Go, type Next, type SecurityContext, siteRows, vouchButton, wayRow } from './securityRows.ts'
import { approveScreen, codeScreen, confirmScreen, deleteScreen, exportScreen } from './securityScreens.ts'
import type { TextKey } from './texts/createSpeech.ts'

type SecurityDeps = SecurityContext & { deviceLabel: string }

/** Shows devices, ways to recover, email and export until the person closes them. */
export async function runSecurity(deps: SecurityDeps, signal: AbortSignal): Promise<'done' | 'forgotten'> {
  let problem: TextKey | undefined
  for (;;) {
    const next = await unlessAborted(showMenu(deps, problem, signal), signal)
    if (typeof next === 'string') return next
    problem = next.problem
  }
}

async function showMenu(deps: SecurityDeps, problem: TextKey | undefined, signal: AbortSignal): Promise<Next> {
  const { say } = deps.speech
  draw(deps, [element('div', { class: 'skeleton' }), element('div', { class: 'skeleton' })], () => {})
  const state = await readState(deps)
  return new Promise((resolve) => {
    const go: Go = (act) => () =>
      void act().then(
        (next) => resolve(next ?? {}),
        (error: unknown) => resolve({ problem: problemOf(error) }),
      )
    const body = [
      element('p', { class: 'problem', role: 'alert' }, problem ? say(problem) : ''),
      ...deviceSection(deps, state, go),
      ...recoverySection(deps, state, signal, go),
      ...emailSection(deps, state, go),
      ...siteRows(deps, go),
      ...endSection(deps, go),
    ]
    draw(deps, body, () => resolve('done'))
  })
}

/** A list that fails to load stays undefined: the rest of the menu works. */
async function readState({ wallet }: SecurityDeps) {
  const [devices, recoveries, policy, login, loginPasskey] = await Promise.all([
    wallet.listDevices().catch(() => undefined),
    wallet.listRecoveries().catch(() => undefined),
    wallet.readPolicy().catch(() => undefined),
    wallet.readLogin(),
    wallet.reauthPasskey(),
  ])
  return { devices, recoveries, policy, login, loginPasskey }
}
type State = Awaited<ReturnType<typeof readState>>

const missing = ({ speech: { say } }: SecurityDeps) => element('p', { class: 'problem' }, say('unloaded'))

function deviceSection(deps: SecurityDeps, { devices }: State, go: Go): HTMLElement[] {
  const { say } = deps.speech
  return [
    element('h2', {}, say('devices')),
    devices ? element('ul', { class: 'list' }, ...devices.map((device) => deviceRow(deps, device, go))) : missing(deps),
    button(
      say('approveDevice'),
      go(() => approveScreen(deps)),
    ),
  ]
}

function recoverySection(
  deps: SecurityDeps,
  { recoveries, policy, login, loginPasskey }: State,
  signal: AbortSignal,
  go: Go,
): HTMLElement[] {
  const { speech, wallet, deviceLabel } = deps
  const { say } = speech
  const isLogin = (credentialId: string | null) => loginPasskey !== null && credentialId === loginPasskey
  const addPasskey = async () => wallet.addPasskey({ ...(await makePasskey(deviceLabel)), label: deviceLabel })
  const vouchable: AccountProvider | undefined = policy?.unvouched
  return [
    element('h2', {}, say('recovery')),
    recoveries
      ? element('ul', { class: 'list' }, ...recoveries.map((way) => wayRow(deps, way, isLogin(way.credentialId), go)))
      : missing(deps),
    ...(policy && recoveries
      ? [
          lossList(speech, {
            provider: login.provider,
            policy: policy.policy,
            ways: recoveries.map(({ kind }) => kind),
          }),
        ]
      : []),
    button(
      say('newCode'),
      go(() => codeScreen(deps)),
    ),
    button(say('addPasskey'), go(addPasskey)),
    ...(vouchable ? [vouchButton(deps, vouchable, signal, go)] : []),
    ...(policy && strictest(policy.policy, policy.loosest) !== policy.loosest
      ? [
          button(
            say('loosenTitle'),
            go(() => loosen(deps)),
          ),
        ]
      : []),
  ]
}

function emailSection(deps: SecurityDeps, { login: { email } }: State, go: Go): HTMLElement[] {
  const title = deps.speech.say(email === null ? 'emailAdd' : 'emailChange')
  return [
    element('h2', {}, title),
    ...(email === null ? [] : [element('p', { dir: 'ltr' }, email)]),
    button(
      title,
      go(async () => void (await emailScreen(deps))),
    ),
  ]
}

/** Export, and the two ways to end: on this device, and the account as a whole. */
function endSection(deps: SecurityDeps, go: Go): HTMLElement[] {
  const { say } = deps.speech
  return [
    element('h2', {}, say('exportTitle')),
    element('p', {}, say('exportWarning')),
    button(
      say('exportTitle'),
      go(() => exportScreen(deps)),
    ),
    element('h2', {}, say('forget')),
    element('p', {}, say('forgetText')),
    button(
      say('forget'),
      go(() => forget(deps)),
      'warns',
    ),
    element('h2', {}, say('deleteTitle')),
    element('p', {}, say('deleteText')),
    button(
      say('deleteTitle'),
      go(async () => ((await deleteScreen(deps)) ? 'forgotten' : {})),
      'warns',
    ),
  ]
}

async function loosen(deps: SecurityDeps): Promise<void> {
  const { speech, wallet } = deps
  const question = { title: 'loosenTitle', texts: [speech.say('loosenText')], yes: 'loosenTitle' } as const
  if (await confirmScreen(deps, question)) await wallet.loosenPolicy()
}

async function forget(deps: SecurityDeps): Promise<Next> {
  const { speech, wallet } = deps
  if (!(await confirmScreen(deps, { title: 'forget', texts: [speech.say('forgetText')], yes: 'forget' }))) return {}
  await wallet.forgetDevice()
  return 'forgotten'
}

function draw({ screens, speech: { say } }: SecurityDeps, body: (Node | string)[], close: () => void): void {
  screens.put(screenOf({ title: say('securityTitle'), body, actions: [exitButton(say('close'), close)], isMenu: true }))
}

function problemOf(error: unknown): TextKey {
  const { code } = KitError.from(error)
  if (code === 'user_rejected') return 'passkeyFailed'
  if (code === 'method_unsupported') return 'passkeyUnfit'
  if (code === 'invalid_request') return 'needWay'
  return 'errorTitle'
}
