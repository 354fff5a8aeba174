import { closeModal } from '@billfold/core/features/modal/closeModal'
import { replace } from '@billfold/core/features/modal/navigate'
import { showNotice } from '@billfold/core/features/notice/showNotice'
import { signInInitial } from '@billfold/core/features/signin/signIn'
import { connectorImageUrl } from '@billfold/core/features/wallets/imageUrl'
import { embeddedId } from '@billfold/core/model/connector'
import { findNetwork } from '@billfold/core/model/findNetwork'
import type { SignIn } from '@billfold/core/model/signIn'
import type { State } from '@billfold/core/model/state'
import { networkOf, parseCaipAddress } from '@billfold/protocol/caip'
import { useEffect, useRef } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { type SignInTexts, signInTexts } from '../../i18n/compiled/signInTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Address } from '../../ui/Address.tsx'
import { Button } from '../../ui/Button.tsx'
import { Ring } from '../../ui/Ring.tsx'
import { WalletTile } from '../../ui/WalletTile.tsx'

/** Asks the visitor to prove by a signature that the account is theirs; under AppKit's older name too. */
export function SIWXSignMessageView() {
  const kit = useKit()
  const text = useArea(signInTexts)
  const signIn = useSelect((state) => state.signIn ?? signInInitial)
  const wallet = useSelect(walletOf)
  const site = useSelect(({ options }) => options.metadata.name || text.site)
  const isSmart = useSelect(isSmartAccount)
  useToasts(signIn, text, isSmart)
  const { account, phase } = signIn
  const isHere = account !== undefined
  // Without sign-in on the site, this view has no purpose.
  useEffect(() => {
    if (!isHere) replace(kit, { name: 'Account' })
  }, [kit, isHere])
  if (!account) return null
  const words = wordsOf(text, signIn, { site, wallet: wallet.name })
  const isBusy = /^(checking|preparing|signing|verifying|cancelling)$/.test(phase)
  if (phase === 'signedIn')
    return (
      <div className="panel">
        <Ring state="done">
          <WalletTile name={wallet.name} image={wallet.image} size={72} />
        </Ring>
        <div className="panel-text" role="status">
          <p className="panel-title">{text.signedIn}</p>
        </div>
        <div className="actions">
          <Button look="primary" wide onClick={() => closeModal(kit)}>
            {text.done}
          </Button>
        </div>
      </div>
    )
  const isUnknown = signIn.trouble === 'unknown'
  return (
    <div className="panel panel-status">
      <Ring state={isBusy ? 'waiting' : words.ring}>
        <WalletTile name={wallet.name} image={wallet.image} size={72} />
      </Ring>
      <div className="panel-text" role="status">
        <p className="panel-title">{words.title}</p>
        <p className="panel-detail">{words.detail}</p>
      </div>
      <Whose account={account} text={text} />
      {words.note ? (
        <p className="footnote" data-testid="siwx-note">
          {words.note}
        </p>
      ) : null}
      <div className="actions">
        <Button
          look="primary"
          wide
          busy={isBusy}
          disabled={isBusy}
          data-testid="w3m-connecting-siwe-sign"
          onClick={() => kit.store.send(isUnknown ? { type: 'signIn/retried' } : { type: 'signIn/clicked', account })}
        >
          {words.action}
        </Button>
        <Button
          look="quiet"
          wide
          disabled={phase === 'cancelling'}
          data-testid="w3m-connecting-siwe-cancel"
          onClick={() => kit.store.send({ type: 'signIn/cancelled', network: networkOf(account) })}
        >
          {phase === 'cancelling' ? text.cancelling : words.cancel}
        </Button>
      </div>
    </div>
  )
}

/** The account to sign in: the whole address, and its network. */
function Whose({ account, text }: { account: NonNullable<SignIn['account']>; text: SignInTexts }) {
  const { page } = useKit().ports
  const networkId = networkOf(account)
  const name = useSelect((state) => findNetwork(state, networkId)?.name ?? networkId)
  return (
    <dl className="hints siwx-facts">
      <dt>{text.website}</dt>
      <dd>
        <bdi dir="ltr">{new URL(page.origin()).host}</bdi>
      </dd>
      <dt>{text.account}</dt>
      <dd>
        <Address value={parseCaipAddress(account).address} whole />
      </dd>
      <dt>{text.network}</dt>
      <dd>
        <bdi>{name}</bdi>
      </dd>
    </dl>
  )
}

/** AppKit's toasts: each error appears once, when it occurs. */
function useToasts({ trouble, phase }: SignIn, text: SignInTexts, isSmart: boolean): void {
  const kit = useKit()
  const lastTrouble = useRef<SignIn['trouble']>(undefined)
  useEffect(() => {
    const isNew = phase === 'asked' && trouble !== lastTrouble.current
    lastTrouble.current = phase === 'asked' ? trouble : undefined
    const message =
      trouble === 'declined'
        ? text.toasts.declined
        : trouble === 'refused' && isSmart
          ? text.toasts.smartAccount
          : trouble === 'unknown'
            ? text.toasts.initialize
            : undefined
    if (isNew && message) showNotice(kit, 'message', { variant: 'error', params: { message } })
  }, [kit, trouble, phase, text, isSmart])
}

type Words = {
  ring: 'still' | 'failed' | 'caution'
  title: string
  detail: string
  note?: string
  action: string
  cancel: string
}

function wordsOf(text: SignInTexts, signIn: SignIn, { site, wallet }: { site: string; wallet: string }): Words {
  const { phase, trouble, isRequired } = signIn
  const [title, note] = [text.title(site), isRequired ? text.required : text.optional]
  const usual = { ring: 'still', title, detail: text.prove, note, action: text.sign, cancel: text.cancel } as const
  if (phase === 'checking') return { ...usual, detail: text.checking }
  if (phase === 'preparing') return { ...usual, action: text.signing }
  if (phase === 'signing')
    return { ...usual, title: text.continueIn(wallet), detail: text.inWallet, action: text.signing }
  if (phase === 'verifying') return { ...usual, detail: text.verifying, action: text.signing }
  if (!trouble || trouble === 'expired') return trouble ? { ...usual, detail: text.expired } : usual
  const labels = text.troubles[trouble]
  const isAway = trouble === 'unavailable' || trouble === 'unknown'
  return {
    ...usual,
    ...labels,
    ring: trouble === 'declined' ? 'failed' : 'caution',
    action: text.again,
    cancel: isAway && !isRequired ? text.without : text.cancel,
  }
}

const walletOf = (state: State): { name: string; image?: string | undefined } => {
  const account = state.account[state.network.activeNamespace]
  const id = account.status === 'connected' ? account.connectorId : undefined
  const connector = state.connectors.find((each) => each.id === id)
  const { peer } = state.walletConnect
  if (!connector) return { name: '' }
  if (connector.type === 'WALLET_CONNECT' && peer) return { name: peer.name }
  // The embedded wallet is the site's, and its own name is for programs.
  if (connector.id === embeddedId) return { name: state.options.metadata.name, image: state.options.metadata.icons[0] }
  return { name: connector.name, image: connectorImageUrl(state, connector) }
}

const isSmartAccount = (state: State): boolean => {
  const account = state.account[state.network.activeNamespace]
  return account.status === 'connected' && account.type === 'smartAccount'
}
