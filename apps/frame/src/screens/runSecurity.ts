import { KitError } from '@billfold/protocol/error'
import type { Wallet } from '../wallet/wallet.ts'
import { type Place, screenOf } from './createPlace.ts'
import { unlessAborted } from './createStage.ts'
import { button, element, exitButton } from './element.ts'
import { makePasskey } from './passkey.ts'
import {
  approveScreen,
  codeScreen,
  confirmScreen,
  deleteScreen,
  exportScreen,
  type SubScreenDeps,
} from './securityScreens.ts'
import type { Speech } from './texts/createSpeech.ts'
import type { TextKey } from './texts/en.ts'

type SecurityDeps = { place: Place; speech: Speech; wallet: Wallet; deviceLabel: string }
type Next = 'done' | 'forgotten' | { problem?: TextKey }

/** Devices, ways to recover, and the export: until the person closes it. */
export async function runSecurity(
  { place, speech, wallet, deviceLabel }: SecurityDeps,
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
    const [devices, recoveries] = await Promise.all([
      wallet.listDevices().catch(() => undefined),
      wallet.listRecoveries().catch(() => undefined),
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
                ...recoveries.map(({ kind, label }) =>
                  element(
                    'li',
                    {},
                    element('b', {}, say(wayNames[kind as keyof typeof wayNames])),
                    label !== null && element('span', {}, label),
                  ),
                ),
              )
            : missing.cloneNode(true),
          button(
            say('newCode'),
            go(() => codeScreen(sub)),
          ),
          button(say('addPasskey'), go(addPasskey)),
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

  async function addPasskey(): Promise<void> {
    await wallet.addPasskey({ ...(await makePasskey(deviceLabel)), label: deviceLabel })
  }

  async function forget(): Promise<Next> {
    if (!(await confirmScreen(sub, { title: 'forget', texts: [say('forgetText')], yes: 'forget' }))) return {}
    await wallet.forgetDevice()
    return 'forgotten'
  }

  function draw(body: (Node | string)[], close: () => void): void {
    place.put(screenOf({ title: say('securityTitle'), body, actions: [exitButton(say('close'), close)] }))
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
