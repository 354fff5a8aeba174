import { closeModal } from '@billfold/core/features/modal/closeModal'
import { currentView } from '@billfold/core/features/modal/modal'
import { goBack, push } from '@billfold/core/features/modal/navigate'
import { networkImageUrl } from '@billfold/core/features/wallets/imageUrl'
import { isConnected } from '@billfold/core/model/connectedAccount'
import { activeNetwork } from '@billfold/core/model/findNetwork'
import type { State } from '@billfold/core/model/state'
import { useKit } from '../hooks/KitContext.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { useText } from '../i18n/LocaleContext.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { WalletTile } from '../ui/WalletTile.tsx'
import { hasNetworkChoice } from './hasNetworkChoice.ts'
import { titleOf } from './viewTitles.ts'

/** The way back or help at the start, the name in the middle, the way out at the end. */
export function Header({ titleId }: { titleId: string }) {
  const kit = useKit()
  const text = useText()
  const view = useSelect((state) => currentView(state.modal))
  const title = useSelect((state) => titleOf(view).title(text, state, view))
  const embedded = useSelect((state) => state.options.enableEmbedded)
  const { untitled } = titleOf(view)
  // In the page the card is a part of it; a dialog stands for itself.
  const Title = embedded ? 'h2' : 'h1'
  return (
    <div className="header">
      <Start />
      <Title
        id={titleId}
        key={title}
        className={untitled ? 'visually-hidden' : 'header-title'}
        data-testid="w3m-header-text"
      >
        <bdi>{title}</bdi>
      </Title>
      {untitled ? <span /> : null}
      <span className="header-end">
        {embedded ? null : (
          <IconButton
            icon="close"
            label={text.shell.close}
            data-testid="w3m-header-close"
            onClick={() => closeModal(kit)}
          />
        )}
      </span>
    </div>
  )
}

type Slot = 'network' | 'back' | 'help' | 'none'

/** The button at the header's start. */
export function startSlot(state: State): Slot {
  const { name } = currentView(state.modal)
  if (name === 'Account' && isConnected(state)) return 'network'
  if (state.modal.history.length > 1) return name === 'Connect' && state.options.enableEmbedded ? 'none' : 'back'
  return name === 'Connect' ? 'help' : 'none'
}

function Start() {
  const kit = useKit()
  const text = useText()
  const slot = useSelect(startSlot)
  switch (slot) {
    case 'network':
      return <NetworkSelect />
    case 'back':
      return <IconButton icon="back" label={text.shell.back} data-testid="header-back" onClick={() => goBack(kit)} />
    case 'help': {
      const ask = () => {
        kit.store.send({ type: 'wallet/helpClicked' })
        push(kit, { name: 'WhatIsAWallet' })
      }
      return <IconButton icon="help" label={text.shell.help} data-testid="w3m-header-help" onClick={ask} />
    }
    case 'none':
      return <span />
  }
}

function NetworkSelect() {
  const kit = useKit()
  const text = useText()
  const network = useSelect(activeNetwork)
  const image = useSelect((state) => (network ? networkImageUrl(state, network) : undefined))
  const hasChoice = useSelect(hasNetworkChoice)
  const name = network?.name ?? text.unknownNetwork
  const choose = () => {
    kit.store.send({ type: 'network/listClicked' })
    push(kit, { name: 'Networks' })
  }
  return (
    <button
      type="button"
      className="header-network"
      data-testid="w3m-account-select-network"
      disabled={!hasChoice}
      onClick={choose}
    >
      <WalletTile name={name} image={image} size={24} round />
      <bdi>{name}</bdi>
      {hasChoice ? <span className="visually-hidden">{text.shell.chooseNetwork}</span> : null}
      {hasChoice ? <Icon name="down" size={16} /> : null}
    </button>
  )
}
