/** The site's own texts that follow the language switch: the header, and the first screen of the home page. */
export type SiteWords = {
  home: string
  pages: string
  docs: string
  gallery: string
  playground: string
  language: string
  skip: string
  title: string
  lead: string
  start: string
  copy: string
  /** Where the button's element goes: `{tag}` is its name. */
  element: string
  families: string
  button: string
  modal: string
  /** A sentence on the parts that stay English; undefined in English. */
  partly: string | undefined
}

export const english: SiteWords = {
  home: 'Billfold home',
  pages: 'Site',
  docs: 'Docs',
  gallery: 'Gallery',
  playground: 'Playground',
  language: 'Language',
  skip: 'Skip to wallet connection',
  title: 'The wallet kit you run yourself',
  lead: 'The modal your visitors connect with, and the API, relay and embedded wallets behind it. Open source, on your own machines.',
  start: 'Get started',
  copy: 'Copy the code',
  element: 'Then {tag} where the button goes.',
  families: 'Connects wallets of four families',
  button: 'The kit’s button',
  modal: 'Wallet modal',
  partly: undefined,
}
