import type { AccountProvider } from '@billfold/protocol/embedded/embeddedApi'
import { strictest } from '@billfold/protocol/embedded/recoveryPolicy'
import { KitError } from '@billfold/protocol/error'
import type { Wallet } from '../wallet/wallet.ts'
import { type Place, screenOf } from './createPlace.ts'
import { unlessAborted } from './createStage.ts'
import { button, element, exitButton } from './element.ts'
import { emailScreen } from './emailScreen.ts'
import { lossList } from './lossList.ts'
import { makePasskey } from './passkey.ts'
import { runRecovery } from './runRecovery.ts'
import {
  approveScreen,
  codeScreen,
  confirmScreen,
  deleteScreen,
  exportScreen,
  type SubScreenDeps,
} from './securityScreens.ts'
import { socialTitles } from './socialTitles.ts'
import type { Speech } from './texts/createSpeech.ts'
import type { TextKey } from './texts/en.ts'

type SecurityDeps = {
  place: Place
  speech: Speech
  wallet: Wallet
  deviceLabel: string
  /** The sites that see this person's email address. */
  emailSites: { list(): string[]; remove(origin: string): void }
}
type Next = 'done' | 'forgotten' | { problem?: TextKey }

/** Devices, ways to recover, and the export: until the person closes it. */
export async function runSecurity(
  { place, speech, wallet, deviceLabel, emailSites }: SecurityDeps,
  signal: AbortSignal,
): Promise<'done' | 'forgotten'> {
  const { say, date } = speech
  const sub: SubScreenDeps = { place, speech, wallet }
  let problem: TextKey | undefined
  for (;;) {
    const next = await unlessAborted(home(problem), signal)
    if (typeof next === 'string') return next
    problem = next.problem
  }

  async function home(told: TextKey | undefined): Promise<Next> {
    draw([element('div', { class: 'skeleton' }), element('div', { class: 'skeleton' })], () => {})
    const [devices, recoveries, policy, login, loginPasskey] = await Promise.all([
      wallet.listDevices().catch(() => undefined),
      wallet.listRecoveries().catch(() => undefined),
      wallet.readPolicy().catch(() => undefined),
      wallet.readLogin(),
      wallet.reauthPasskey(),
    ])
    return new Promise((resolve) => {
      const go = (act: () => Promise<Next | void>) => () =>
        void act().then(
          (next) => resolve(next ?? {}),
          (error: unknown) => resolve({ problem: problemOf(error) }),
        )
      const missing = element('p', { class: 'problem' }, say('unloaded'))
      draw(
        [
          element('p', { class: 'problem', role: 'alert' }, told ? say(told) : ''),
          element('h2', {}, say('devices')),
          devices ? element('ul', { class: 'list' }, ...devices.map((device) => deviceRow(device, go))) : missing,
          button(
            say('approveDevice'),
            go(() => approveScreen(sub)),
          ),
          element('h2', {}, say('recovery')),
          recoveries
            ? element(
                'ul',
                { class: 'list' },
                ...recoveries.map((way) => wayRow(way, loginPasskey !== null && way.credentialId === loginPasskey, go)),
              )
            : missing.cloneNode(true),
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
            go(() => codeScreen(sub)),
          ),
          button(say('addPasskey'), go(addPasskey)),
          ...(policy?.unvouched ? [vouchButton(policy.unvouched, go)] : []),
          ...(policy && strictest(policy.policy, policy.loosest) !== policy.loosest
            ? [button(say('loosenTitle'), go(loosen))]
            : []),
          element('h2', {}, say(login.email === null ? 'emailAdd' : 'emailChange')),
          ...(login.email === null ? [] : [element('p', { dir: 'ltr' }, login.email)]),
          button(
            say(login.email === null ? 'emailAdd' : 'emailChange'),
            go(async () => void (await emailScreen(sub))),
          ),
          ...siteRows(go),
          element('h2', {}, say('exportTitle')),
          element('p', {}, say('exportWarning')),
          button(
            say('exportTitle'),
            go(() => exportScreen(sub)),
          ),
          element('h2', {}, say('forget')),
          element('p', {}, say('forgetText')),
          button(say('forget'), go(forget), 'warns'),
          element('h2', {}, say('deleteTitle')),
          element('p', {}, say('deleteText')),
          button(
            say('deleteTitle'),
            go(async () => ((await deleteScreen(sub)) ? 'forgotten' : {})),
            'warns',
          ),
        ],
        () => resolve('done'),
      )
    })
  }

  function siteRows(go: Go): HTMLElement[] {
    const sites = emailSites.list()
    if (sites.length === 0) return []
    const row = (site: string) => {
      const stop = button(
        say('stopSharing'),
        go(async () => emailSites.remove(site)),
        'small',
      )
      stop.setAttribute('aria-label', `${say('stopSharing')}: ${site}`)
      return element('li', {}, element('b', { dir: 'ltr' }, site), stop)
    }
    return [element('h2', {}, say('emailSites')), element('ul', { class: 'list' }, ...sites.map(row))]
  }

  type Go = (act: () => Promise<Next | void>) => () => void

  function deviceRow(device: Awaited<ReturnType<Wallet['listDevices']>>[number], go: Go): HTMLElement {
    const remove = go(async () => {
      if (
        await confirmScreen(sub, {
          title: 'remove',
          texts: [say('removeSure', { device: device.label })],
          yes: 'remove',
        })
      )
        await wallet.revokeDevice({ deviceId: device.deviceId })
    })
    const removeButton = button(say('remove'), remove, 'small')
    removeButton.setAttribute('aria-label', `${say('remove')}: ${device.label}`)
    return element(
      'li',
      {},
      element('b', {}, device.label),
      element('span', {}, device.isThisOne ? say('thisDevice') : say('lastUsed', { date: date(device.lastSeenAt) })),
      !device.isThisOne && removeButton,
    )
  }

  type Way = Awaited<ReturnType<Wallet['listRecoveries']>>[number]

  function wayRow({ kind, label, credentialId }: Way, isLogin: boolean, go: Go): HTMLElement {
    const name = say(wayNames[kind as keyof typeof wayNames])
    const shown = label === null ? name : `${name}: ${label}`
    const remove = go(async () => {
      const texts = [say('removePasskeySure', { passkey: shown })]
      if (credentialId !== null && (await confirmScreen(sub, { title: 'remove', texts, yes: 'remove' })))
        await wallet.removePasskey({ credentialId })
    })
    const removeButton = button(say('remove'), remove, 'small')
    removeButton.setAttribute('aria-label', `${say('remove')}: ${shown}`)
    const isRemovable = kind === 'passkey' && credentialId !== null && !isLogin
    return element(
      'li',
      {},
      element('b', {}, name),
      (label !== null || isLogin) &&
        element('span', {}, [label, isLogin && say('loginPasskey')].filter(Boolean).join(' · ')),
      isRemovable && removeButton,
    )
  }

  async function addPasskey(): Promise<void> {
    await wallet.addPasskey({ ...(await makePasskey(deviceLabel)), label: deviceLabel })
  }

  /** Has the guardian ask this person's provider itself: from then on it can recover the wallet. */
  function vouchButton(provider: AccountProvider, go: Go): HTMLElement {
    const vouch = () =>
      runRecovery(
        { place, speech, wallet: { ...wallet, startRelease: wallet.startVouching } },
        [{ kind: 'guardian', provider }],
        signal,
        { title: 'recovery', text: 'vouchText' },
      ).then(
        () => {},
        (error: unknown) => {
          // Who goes back from it is back here.
          if (KitError.from(error).code !== 'user_rejected') throw error
        },
      )
    return button(say('vouchWith', { provider: socialTitles[provider] }), go(vouch))
  }

  async function loosen(): Promise<void> {
    const asked = { title: 'loosenTitle', texts: [say('loosenText')], yes: 'loosenTitle' } as const
    if (await confirmScreen(sub, asked)) await wallet.loosenPolicy()
  }

  async function forget(): Promise<Next> {
    if (!(await confirmScreen(sub, { title: 'forget', texts: [say('forgetText')], yes: 'forget' }))) return {}
    await wallet.forgetDevice()
    return 'forgotten'
  }

  function draw(body: (Node | string)[], close: () => void): void {
    place.put(screenOf({ title: say('securityTitle'), body, actions: [exitButton(say('close'), close)], isMenu: true }))
  }
}

const wayNames = { guardian: 'wayGuardian', passkey: 'wayPasskey', code: 'recoveryCode' } as const

function problemOf(error: unknown): TextKey {
  const { code } = KitError.from(error)
  if (code === 'user_rejected') return 'passkeyFailed'
  if (code === 'method_unsupported') return 'passkeyUnfit'
  if (code === 'invalid_request') return 'needWay'
  return 'errorTitle'
}
