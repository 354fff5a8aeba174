import type { RecoveryKind } from '@billfold/protocol/embedded/embeddedApi'
import type { RecoveryPolicy } from '@billfold/protocol/embedded/recoveryPolicy'
import type { LoginProvider } from '../wallet/deviceStore.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { element } from './element.ts'
import { socialTitles } from './socialTitles.ts'
import type { Speech, TextKey } from './texts/createSpeech.ts'

/** A person's login, and their ways of recovery. */
export type Losable = { provider: LoginProvider | null; policy: RecoveryPolicy; ways: readonly RecoveryKind[] }

/** Possible losses and their cost for this person: the short form of the table in docs/embedded.md. */
export function lossesOf({ provider, policy, ways }: Losable): [what: TextKey, cost: TextKey][] {
  const isByKey = provider === 'passkey'
  const hasGuardian = ways.includes('guardian') && policy !== 'strict'
  const device: TextKey = isByKey
    ? 'costDevicePasskey'
    : !hasGuardian
      ? 'costDeviceWay'
      : policy === 'hardened'
        ? 'costDeviceDay'
        : 'costDevice'
  return [
    ['lossDevice', device],
    [loginKey(provider), 'costLogin'],
    ...(ways.includes('code') || (ways.includes('passkey') && !isByKey)
      ? [['lossWay', hasGuardian ? 'costWay' : 'costLastWay'] as [TextKey, TextKey]]
      : []),
    ['lossServers', 'costServers'],
  ]
}

const loginKey = (provider: LoginProvider | null): TextKey =>
  provider === 'passkey' ? 'lossLoginPasskey' : provider ? 'lossAccount' : 'lossMailbox'
const titleOf = (provider: LoginProvider | null) => (provider && provider !== 'passkey' ? socialTitles[provider] : '')

/** Lists the losses in a foldable block. */
export function lossList({ say }: Pick<Speech, 'say'>, losable: Losable): HTMLElement {
  const title = titleOf(losable.provider)
  return element(
    'details',
    { 'data-testid': 'frame-losses' },
    element('summary', {}, say('lossTitle')),
    element(
      'dl',
      { class: 'losses' },
      ...lossesOf(losable).map(([what, cost]) =>
        element(
          'div',
          {},
          element('dt', {}, say(what, { provider: title })),
          element('dd', { dir: 'auto' }, say(cost)),
        ),
      ),
    ),
  )
}

/** Shown when a login is set up: the cost of losing the login, and the other losses folded away. */
export async function setupLosses(
  speech: Pick<Speech, 'say'>,
  wallet: Pick<Wallet, 'readLogin' | 'readPolicy' | 'listRecoveries'>,
): Promise<HTMLElement[]> {
  const [{ provider }, { policy }, recoveries] = await Promise.all([
    wallet.readLogin(),
    wallet.readPolicy(),
    wallet.listRecoveries(),
  ])
  const login = speech.say(loginKey(provider), { provider: titleOf(provider) })
  return [
    element('p', { class: 'hint', 'data-testid': 'frame-loss' }, `${login}: ${speech.say('costLogin')}`),
    lossList(speech, { provider, policy, ways: recoveries.map(({ kind }) => kind) }),
  ]
}
