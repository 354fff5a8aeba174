/** A state of the gallery in a picture of the documentation. */
export type StatePicture = { state: string; look: 'light' | 'dark' | 'arabic'; alt: string }

const light = (state: string, alt: string): StatePicture => ({ state, look: 'light', alt })

const legal = light('connect-legal', 'Connect with links to the terms and the privacy policy under the wallets')
const email = light('connect-email', 'Connect with wallets, and an email field under them')
const socials = light('connect-socials', 'Connect with email and social logins, and the wallets behind one button')
const featured = light('connect-featured', 'Connect with featured wallets and one of the site’s own')
const code = light('connect-by-code', 'Connect with WalletConnect as its first row')
const account = light('account', 'The account with its buttons')

/** The states that an option leads to, as the gallery draws them: the reference shows each beside its option. */
export const optionPictures: Readonly<Record<string, readonly StatePicture[]>> = {
  projectId: [light('connect-project-unknown', 'Connect with a notice: the API knows no such project')],
  networks: [light('networks-connected', 'The list of networks')],
  relayUrl: [code],
  walletUrl: [email],
  termsConditionsUrl: [legal],
  privacyPolicyUrl: [legal],
  allowUnsupportedChain: [light('unsupported-chain', 'A wallet on a network that the site does not use')],
  featuredWalletIds: [featured],
  customWallets: [featured],
  allWallets: [light('wallets', 'The list of all wallets with its search')],
  enableWalletGuide: [light('connect-none', 'Connect without an installed wallet: Get started leads to the guide')],
  enableWalletConnect: [code],
  themeMode: [light('connect', 'Connect in light'), { state: 'connect', look: 'dark', alt: 'Connect in dark' }],
  locale: [{ state: 'connect', look: 'arabic', alt: 'Connect in Arabic, from right to left' }],
  defaultAccountTypes: [light('switch-address-types', 'A choice between two kinds of account')],
  'features.swaps': [light('swap-quotes', 'Swap with several quotes')],
  'features.onramp': [light('buy-offers', 'Buy with the offers of several providers')],
  'features.receive': [light('receive', 'The address with its QR code')],
  'features.send': [light('send-filled', 'Send, filled in')],
  'features.history': [light('assets-activity', 'The account’s activity')],
  'features.email': [email],
  'features.emailShowWallets': [email],
  'features.passkey': [light('connect-passkey', 'Connect with a passkey as the only login')],
  'features.legalCheckbox': [light('connect-legal-checkbox', 'Connect with a checkbox for the terms')],
  'features.collapseWallets': [socials],
  'features.socials': [socials],
  'features.walletFeaturesOrder': [account],
}

/** The name of a picture's file, without its ending. */
export const pictureName = ({ state, look }: StatePicture): string => (look === 'light' ? state : `${state}-${look}`)

/** Where the pictures are, from the repository's root. */
export const pictureFolder = 'docs/pictures/states'

/** Every picture once. */
export const statePictures: readonly StatePicture[] = [
  ...new Map(
    Object.values(optionPictures)
      .flat()
      .map((picture) => [pictureName(picture), picture]),
  ).values(),
]
