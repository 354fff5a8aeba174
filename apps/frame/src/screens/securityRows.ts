import type { AccountProvider } from '@billfold/protocol/embedded/embeddedApi'
import { KitError } from '@billfold/protocol/error'
import type { Device, Wallet } from '../wallet/wallet.ts'
import { button, element } from './element.ts'
import { runRecovery } from './runRecovery.ts'
import { confirmScreen, type SubScreenDeps } from './securityScreens.ts'
import { socialTitles } from './socialTitles.ts'
import type { TextKey } from './texts/createSpeech.ts'

export type SecurityContext = SubScreenDeps & {
  /** The sites that see this person's email address. */
  emailSites: { list(): string[]; remove(origin: string): void }
}
export type Next = 'done' | 'forgotten' | { problem?: TextKey }
/** Makes a press handler of an act: the screen is drawn again after it, with its problem if it failed. */
export type Go = (act: () => Promise<Next | void>) => () => void
type Way = Awaited<ReturnType<Wallet['listRecoveries']>>[number]

const wayNames = { guardian: 'wayGuardian', passkey: 'wayPasskey', code: 'recoveryCode' } as const

export function siteRows({ speech: { say }, emailSites }: SecurityContext, go: Go): HTMLElement[] {
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

export function deviceRow(context: SecurityContext, device: Device, go: Go): HTMLElement {
  const {
    speech: { say, date },
    wallet,
  } = context
  const remove = go(async () => {
    if (
      await confirmScreen(context, {
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

export function wayRow(
  context: SecurityContext,
  { kind, label, credentialId }: Way,
  isLogin: boolean,
  go: Go,
): HTMLElement {
  const {
    speech: { say },
    wallet,
  } = context
  const name = say(wayNames[kind as keyof typeof wayNames])
  const shown = label === null ? name : `${name}: ${label}`
  const remove = go(async () => {
    const texts = [say('removePasskeySure', { passkey: shown })]
    if (credentialId !== null && (await confirmScreen(context, { title: 'remove', texts, yes: 'remove' })))
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

/** Lets the guardian log the person in at their provider; from then on it can recover the wallet. */
export function vouchButton(
  { screens, speech, wallet }: SecurityContext,
  provider: AccountProvider,
  signal: AbortSignal,
  go: Go,
): HTMLElement {
  const vouch = () =>
    runRecovery(
      { screens, speech, wallet: { ...wallet, startRelease: wallet.startVouching } },
      [{ kind: 'guardian', provider }],
      signal,
      { title: 'recovery', text: 'vouchText' },
    ).then(
      () => {},
      (error: unknown) => {
        // Going back returns to this screen.
        if (KitError.from(error).code !== 'user_rejected') throw error
      },
    )
  return button(speech.say('vouchWith', { provider: socialTitles[provider] }), go(vouch))
}
