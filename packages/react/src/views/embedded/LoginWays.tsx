import { mergedConnectors } from '@billfold/core/features/connect/mergedConnectors'
import { push } from '@billfold/core/features/modal/navigate'
import type { ConnectMethod } from '@billfold/core/features/options/options'
import { startEmbedded } from '@billfold/core/startEmbedded'
import { Fragment, type ReactNode, useEffect } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { embeddedTexts } from '../../i18n/embedded/embeddedTexts.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'
import { Separator } from '../../ui/Separator.tsx'
import { connectMethods } from '../connectMethods.ts'
import { WalletRows } from '../WalletRows.tsx'
import { EmailField } from './EmailField.tsx'
import { SocialButtons } from './SocialButtons.tsx'

/** Every way to connect, in its order, where visitors may log in; without wallets for who has none yet. */
export function LoginWays({ disabled, isGuide }: { disabled: boolean; isGuide: boolean }) {
  const kit = useKit()
  const text = useArea(embeddedTexts).login
  const { or } = useText().shell
  useEffect(() => startEmbedded(kit), [kit])
  const { features, enableWallets } = useSelect((state) => state.options)
  const hasWallet = useSelect((state) => mergedConnectors(state).length > 0)
  const { email, socials, emailShowWallets, collapseWallets, connectMethodsOrder: order } = features
  const methods = connectMethods({
    order,
    hasWallet,
    offered: [
      ...(enableWallets && !isGuide ? (['wallet'] as const) : []),
      ...(email ? (['email'] as const) : []),
      ...(socials && socials.length > 0 ? (['social'] as const) : []),
    ],
  })
  const isCollapsed = methods.length > 1 && (collapseWallets || !emailShowWallets)
  const way: Record<ConnectMethod, () => ReactNode> = {
    email: () => <EmailField disabled={disabled} />,
    social: () => <SocialButtons disabled={disabled} />,
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
  return methods.map((method, at) => (
    <Fragment key={method}>
      {at > 0 && (method === 'wallet' || methods[at - 1] === 'wallet') ? (
        <Separator label={or} testId="w3m-email-login-or-separator" />
      ) : null}
      {way[method]()}
    </Fragment>
  ))
}
