import type { AlertCode } from '@billfold/core/features/alert/alert'
import type { NoticeCode } from '@billfold/core/features/notice/notice'
import type { Namespace } from '@billfold/protocol/caip'
import type { ErrorCode } from '@billfold/protocol/error'
import type { IconName } from '../ui/iconPaths.ts'
import { enButton } from './enButton.ts'
import { pluralOf } from './plural.ts'

type Slide = { icon: IconName; title: string; text: string }
/** A sentence with two links in it, either of which may be absent. */
type Legal = readonly [
  before: string,
  terms: string | undefined,
  between: string,
  privacy: string | undefined,
  after: string,
]

const counted = pluralOf('en')

/** English: the source of truth. Texts with something in them are functions. */
export const en = {
  shell: {
    close: 'Close',
    back: 'Back',
    help: 'What is a wallet?',
    or: 'or',
    clear: 'Clear search',
    dismiss: 'Dismiss',
    tryAgain: 'Try again',
    cancel: 'Cancel',
    chooseNetwork: 'Choose another network',
  },
  titles: {
    Connect: 'Connect Wallet',
    Create: 'Create Wallet',
    ConnectWallets: 'Connect wallet',
    AllWallets: 'All Wallets',
    GetWallet: 'Get a wallet',
    Downloads: (name: string) => `Get ${name}`,
    WhatIsAWallet: 'What is a wallet?',
    WhatIsANetwork: 'What is a network?',
    ConnectingMultiChain: 'Select chain',
    Account: 'Account',
    AccountSettings: 'Account settings',
    Profile: 'Profile',
    SwitchAddress: 'Switch Address',
    Networks: 'Choose Network',
    SwitchNetwork: 'Switch Network',
    SwitchActiveChain: 'Switch chain',
    UnsupportedChain: 'Switch Network',
    ConnectingWalletConnect: 'WalletConnect',
    WalletSend: 'Send',
    WalletSendSelectToken: 'Select Token',
    WalletSendPreview: 'Review send',
    WalletReceive: 'Receive',
    WalletCompatibleNetworks: 'Compatible Networks',
    Transactions: 'Activity',
    Swap: 'Swap',
    SwapSelectToken: 'Select token',
    SwapPreview: 'Preview swap',
    ConnectingSiwe: 'Sign In',
  },
  button: enButton,
  connect: {
    wallets: 'Wallets',
    installed: 'installed',
    recent: 'recent',
    multichain: 'multichain',
    allWallets: 'All wallets',
    continueWithWallet: 'Continue with a wallet',
    legal: (terms: string | undefined, privacy: string | undefined): Legal => [
      'By connecting your wallet, you agree to the ',
      terms,
      terms && privacy ? ' and the ' : '',
      privacy,
      '.',
    ],
    legalCheckbox: (terms: string | undefined, privacy: string | undefined): Legal => [
      'I agree to the ',
      terms,
      terms && privacy ? ' and the ' : '',
      privacy,
      '.',
    ],
    terms: 'terms of service',
    privacy: 'privacy policy',
    noWallet: 'No wallet yet?',
    getStarted: 'Get started',
    haveNone: 'No wallet found here',
    haveNoneText: 'A wallet is an app or a browser extension that keeps your keys. Pick one, install it, come back.',
    getWallet: 'Get a wallet',
  },
  connecting: {
    continueIn: (name: string) => `Continue in ${name}`,
    accept: 'Accept the request in your wallet to connect.',
    declined: 'Connection declined',
    declinedText: 'You said no in the wallet. Nothing was shared.',
    failed: 'Connection failed',
    missing: 'This wallet is no longer here',
    missingText: 'It may have been switched off or removed. Pick another one.',
    slow: 'Nothing happening?',
    slowHints: (name: string) => [
      `Open ${name} from your browser’s toolbar: the request may wait there.`,
      'Unlock the wallet if it asks for a password.',
      'Is another request still open in it? Answer that one first.',
    ],
    other: 'Use another wallet',
  },
  account: {
    copy: 'Copy address',
    explorer: 'Block Explorer',
    disconnect: 'Disconnect',
    balance: 'Balance',
    balanceUnknown: 'Balance unavailable',
    switchAddress: 'Switch address',
    chooseNetwork: 'Choose network',
    connectedWith: (name: string) => `Connected with ${name}`,
  },
  allWallets: {
    search: 'Search wallet',
    list: 'Wallets',
    found: (count: number) => counted(count, { one: (n) => `${n} wallet found`, other: (n) => `${n} wallets found` }),
    certified: 'Only certified wallets',
    none: 'No Wallet found',
    noneText: 'Check the spelling, or look for it by another name.',
    failed: 'The list of wallets could not be loaded',
    failedText: 'Installed wallets still work.',
  },
  getWallet: {
    text: 'Pick one, install it, come back here and connect.',
    list: 'Wallets to start with',
    explore: 'Explore all',
  },
  downloads: {
    chrome: 'Chrome Extension',
    ios: 'iOS App',
    android: 'Android App',
    website: 'Website',
    open: (name: string) => `Open ${name}`,
    none: 'We know of no place to get this wallet',
    text: (name: string) => `${name} is not installed here. Get it, then come back and connect.`,
  },
  whatIsAWallet: {
    slides: [
      {
        icon: 'wallet',
        title: 'A home for what you own',
        text: 'Coins, tokens and collectibles stay on their networks. A wallet is what lets you, and only you, move them.',
      },
      {
        icon: 'login',
        title: 'A way to sign in',
        text: 'Instead of a name and a password on every site, you show that the wallet is yours.',
      },
      {
        icon: 'key',
        title: 'Your keys, your say',
        text: 'Nothing leaves without your signature. A site can ask; only you can agree.',
      },
    ],
    action: 'Get a wallet',
  } satisfies { slides: readonly [Slide, Slide, Slide]; action: string },
  whatIsANetwork: {
    slides: [
      {
        icon: 'blocks',
        title: 'Where things are written down',
        text: 'A network is a public book that many computers keep together. What you own is a line in it.',
      },
      {
        icon: 'network',
        title: 'Each has its own',
        text: 'Fees, speed and coins differ from network to network, and a coin on one is not there on another.',
      },
    ],
    action: 'Learn more',
    learnUrl: 'https://ethereum.org/en/developers/docs/networks/',
  } satisfies { slides: readonly [Slide, Slide]; action: string; learnUrl: string },
  multiChain: {
    text: (name: string) => `${name} speaks several kinds of networks. Which one do you want to connect?`,
    list: 'Kinds of networks',
  },
  settings: {
    network: 'Network',
    address: 'Address',
    settings: 'Account Settings',
    accounts: 'Your accounts',
    current: 'in use',
    switchTo: 'Switch to',
    switchChain: (family: string) => `Switch to ${family}`,
    switchChainText: (family: string) =>
      `This network belongs to ${family}. Connect a wallet that speaks it; the present one stays connected.`,
    switch: 'Switch',
  },
  networks: {
    search: 'Search network',
    none: 'No network found',
    noneText: (search: string) => `Nothing here is called “${search}”.`,
    notApproved: 'not available in your wallet',
    help: 'Your connected wallet may not support some of the networks here',
    learn: 'What is a network?',
    list: 'Networks',
    found: (count: number) => counted(count, { one: (n) => `${n} network found`, other: (n) => `${n} networks found` }),
  },
  switchNetwork: {
    approve: 'Approve in wallet',
    approveText: (network: string) => `Accept the switch to ${network} in your wallet.`,
    declined: 'Switch declined',
    declinedText: 'You said no in the wallet. You are still on the same network.',
    failed: 'Could not switch',
    slow: 'Nothing happening?',
    slowHints: [
      'Open your wallet: the request may wait there.',
      'You can also change the network in the wallet itself.',
    ],
  },
  unsupported: {
    text: 'This site does not use the network your wallet is on. Switch to one of these to go on.',
    stay: 'You can also close this and stay where you are.',
  },
  families: { eip155: 'EVM Networks', solana: 'Solana', polkadot: 'Polkadot', bip122: 'Bitcoin' } satisfies Record<
    Namespace,
    string
  >,
  unknownNetwork: 'Unknown Network',
  notices: {
    addressCopied: () => 'Address copied',
    linkCopied: () => 'Link copied',
    copyFailed: () => 'Failed to copy',
    onlyCertified: () => 'Only WalletConnect certified',
    disconnectFailed: () => 'Failed to disconnect',
    switchFailed: () => 'Failed to switch network',
    accountMismatched: () => 'The wallet answered for another account',
    message: (params) => params.message ?? 'Something went wrong',
  } satisfies Record<NoticeCode, (params: Record<string, string>) => string>,
  alerts: {
    projectMissing: 'Project ID Not Configured',
    invalidAppConfiguration: 'Invalid App Configuration',
    networkUnknown: 'Network Not Found',
  } satisfies Record<AlertCode, string>,
  errors: {
    timeout: 'The wallet did not answer. Nothing was shared.',
    unavailable: 'The wallet is busy with another request. Open it and answer that one first.',
    unauthorized: 'The wallet does not let this site connect. Check its list of connected sites.',
    provider_disconnected: 'The wallet is disconnected. Unlock it and try again.',
    wallet_answer_invalid: 'The wallet gave an answer that makes no sense. Nothing was shared.',
    wallet_method_unsupported: 'The wallet cannot do this.',
    method_unsupported: 'The wallet cannot do this.',
    chain_unknown: 'The wallet does not know this network and would not add it.',
    connector_missing: 'This wallet is no longer here. Pick another one.',
    internal: 'Something went wrong in the wallet. Nothing was shared.',
  } satisfies Partial<Record<ErrorCode, string>>,
}
