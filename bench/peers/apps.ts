/** A path through open shadow roots: each step is inside the one before. */
export type Path = readonly string[]

/** A page to measure, and the selectors of its button, its dialog and its first wallet. */
export type App = { id: string; label: string; isPeer?: true; button: Path; dialog: Path; row: Path }

export const bare = 'bare'
export const ours = 'billfold'

const modal = 'div[data-billfold-host]'
const appKitList = ['w3m-modal', 'w3m-router', 'w3m-connect-view', 'w3m-wallet-login-list', 'w3m-connector-list']

export const apps: readonly App[] = [
  {
    id: bare,
    label: 'React and a native dialog',
    button: ['#connect'],
    dialog: ['dialog[open]'],
    row: ['dialog[open] li button'],
  },
  {
    id: ours,
    label: 'Billfold',
    button: ['span[data-billfold-host]', '[data-testid=connect-button]'],
    dialog: [modal, 'dialog[open]'],
    row: [modal, 'dialog[open] [data-testid^=wallet-selector]'],
  },
  {
    id: 'rainbowkit',
    label: 'RainbowKit 2.2.11',
    isPeer: true,
    button: ['[data-testid=rk-connect-button]'],
    dialog: ['[role=dialog] [role=document]'],
    row: ['[data-testid^=rk-wallet-option]'],
  },
  {
    id: 'connectkit',
    label: 'ConnectKit 1.9.2 (React 18)',
    isPeer: true,
    button: ['#root button'],
    dialog: ['#__CONNECTKIT__ [role=dialog]'],
    row: ['#__CONNECTKIT__ [role=dialog] button + button'],
  },
  {
    id: 'appkit',
    label: 'AppKit 1.8.0 (wagmi)',
    isPeer: true,
    button: ['appkit-button', 'appkit-connect-button', 'wui-connect-button', 'button'],
    dialog: ['w3m-modal', 'wui-card'],
    row: [...appKitList, 'w3m-connect-walletconnect-widget', 'wui-list-wallet', 'button'],
  },
]
