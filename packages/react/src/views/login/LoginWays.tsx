import { mergedConnectors } from '@billfold/core/features/connect/mergedConnectors'
import { push } from '@billfold/core/features/modal/navigate'
import type { ConnectMethod } from '@billfold/core/model/options'
import { startEmbedded } from '@billfold/core/reactions/startEmbedded'
import { Fragment, type ReactNode, useEffect } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { embeddedTexts } from '../../i18n/compiled/embeddedTexts.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'
import { Separator } from '../../ui/Separator.tsx'
import { WalletRows } from '../connect/WalletRows.tsx'
import { connectMethods } from './connectMethods.ts'
import { EmailField } from './EmailField.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { SocialButtons } from './SocialButtons.tsx'

/** Every way to connect, in its order, where visitors may log in; without wallets for who has none yet. */
export function LoginWays({ disabled, isGuide }: { disabled: boolean; isGuide: boolean }) {
  const kit = useKit()
  const text = useArea(embeddedTexts).login
  const { or } = useText().shell
  useEffect(() => startEmbedded(kit), [kit])
  const { features, enableWallets } = useSelect((state) => state.options)
  const hasWallet = useSelect((state) => mergedConnectors(state).length > 0)
  const { email, passkey, socials, emailShowWallets, collapseWallets, connectMethodsOrder: order } = features
  const methods = connectMethods({
    order,
    hasWallet,
    offered: [
      ...(enableWallets && !isGuide ? (['wallet'] as const) : []),
      ...(email ? (['email'] as const) : []),
      ...(socials && socials.length > 0 ? (['social'] as const) : []),
    ],
  })
  const ways: (ConnectMethod | 'passkey')[] = [...methods]
  // With the other logins, behind the last of them.
  const lastLogin = methods.findLastIndex((method) => method !== 'wallet')
  const at = lastLogin < 0 && hasWallet ? methods.length : lastLogin + 1
  if (passkey !== false && typeof PublicKeyCredential === 'function') ways.splice(at, 0, 'passkey')
  const isCollapsed = ways.length > 1 && (collapseWallets || !emailShowWallets)
  const way: Record<ConnectMethod | 'passkey', () => ReactNode> = {
    email: () => <EmailField disabled={disabled} isFirst={ways[0] === 'email'} />,
    social: () => <SocialButtons disabled={disabled} />,
    passkey: () => <PasskeyButton disabled={disabled} isAlone={!methods.includes('email')} />,
    wallet: () =>
      isCollapsed ? (
        <Button
          wide
          icon="wallet"
          disabled={disabled}
          data-testid="w3m-collapse-wallets-button"
          onClick={() => push(kit, { name: 'ConnectWallets' })}
        >
          {text.wallet}
        </Button>
      ) : (
        <WalletRows disabled={disabled} />
      ),
  }
  return ways.map((method, index) => (
    <Fragment key={method}>
      {index > 0 && (method === 'wallet' || ways[index - 1] === 'wallet') ? (
        <Separator label={or} testId="w3m-email-login-or-separator" />
      ) : null}
      {way[method]()}
    </Fragment>
  ))
}
