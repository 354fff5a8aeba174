/** A page of the documentation: its address, and its source file. */
export type DocEntry = {
  /** Its address under `/docs`: `guides/react`; the first page has none. */
  slug: string
  /** Its name in the sidebar. */
  title: string
  /** The Markdown file, from the root of the repository. */
  source: string
}

export type DocGroup = { title: string; pages: readonly DocEntry[] }

const page = (slug: string, title: string, source = `docs/${slug}.md`): DocEntry => ({ slug, title, source })

/** The sidebar, from top to bottom; also the order of Previous and Next. */
export const docsTree: readonly DocGroup[] = [
  {
    title: 'Start',
    pages: [
      page('', 'Overview', 'docs/README.md'),
      page('quick-start', 'Quick start'),
      page('create', 'Your own page'),
      page('concepts', 'Concepts'),
    ],
  },
  {
    title: 'Frameworks',
    pages: [
      page('guides/react', 'React'),
      page('guides/next', 'Next.js'),
      page('guides/vue', 'Vue'),
      page('guides/svelte', 'Svelte'),
      page('guides/angular', 'Angular'),
      page('guides/plain-page', 'A page without React'),
    ],
  },
  {
    title: 'Libraries and chains',
    pages: [
      page('guides/wagmi', 'wagmi'),
      page('guides/viem', 'viem and ethers'),
      page('guides/solana', 'Solana'),
      page('guides/bitcoin', 'Bitcoin'),
      page('guides/polkadot', 'Polkadot'),
      page('guides/families', 'Several families'),
    ],
  },
  {
    title: 'Guides',
    pages: [
      page('headless', 'Headless'),
      page('guides/theming', 'Theming'),
      page('languages', 'Languages'),
      page('guides/walletconnect', 'Wallets on other devices'),
      page('guides/login', 'Logging in without a wallet'),
      page('guides/sign-in', 'Signing in'),
      page('server-auth', 'Sign-in on your server'),
      page('guides/money', 'Balances, sending, swapping'),
      page('guides/buying', 'Buying'),
      page('names', 'Names'),
      page('guides/farcaster', 'Farcaster'),
      page('guides/safe', 'Safe'),
      page('guides/qr-signers', 'QR signers'),
      page('guides/base-account', 'Base Account'),
      page('guides/telegram', 'Telegram'),
      page('guides/ledger', 'Ledger'),
      page('guides/csp', 'Content-Security-Policy'),
      page('testing', 'Testing'),
    ],
  },
  {
    title: 'Moving here',
    pages: [
      page('guides/from-appkit', 'From AppKit'),
      page('guides/from-rainbowkit', 'From RainbowKit'),
      page('drop-in', 'AppKit on your servers'),
      page('compatibility', 'Compatibility'),
      page('appkit-names', 'AppKit’s names'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      page('reference/options', 'Options'),
      page('reference/hooks', 'Hooks'),
      page('reference/components', 'Components and elements'),
      page('reference/kit', 'The kit object'),
      page('reference/networks', 'Networks'),
    ],
  },
  {
    title: 'Operate',
    pages: [
      page('deploy', 'Deploy'),
      page('scale', 'Scale'),
      page('sizing', 'Sizing'),
      page('observability', 'Observability'),
      page('operators', 'The API'),
      page('settings', 'Settings'),
      page('billfold', 'The billfold command'),
      page('http-api', 'HTTP API'),
      page('relay', 'The relay'),
      page('wallets', 'Wallets'),
      page('embedded', 'Embedded wallets'),
      page('guardian', 'The guardian'),
      page('devnet', 'The local network'),
    ],
  },
  {
    title: 'Security',
    pages: [page('security', 'Who can do what'), page('security-policy', 'Reporting', 'SECURITY.md')],
  },
  {
    title: 'Architecture',
    pages: [
      page('architecture', 'Architecture'),
      page('specification', 'Specification'),
      page('performance', 'Performance'),
      page('benchmarks', 'Benchmarks over time'),
      page('adding-a-connector', 'Adding a connector'),
      page('adding-a-family', 'Adding a family'),
      page('contributing', 'Contributing', 'CONTRIBUTING.md'),
      page('changelog', 'Changelog', 'CHANGELOG.md'),
    ],
  },
  {
    title: 'Decisions',
    pages: [
      page('adr', 'All decisions', 'docs/adr/README.md'),
      page('adr/0001-own-walletconnect-client', 'Our own WalletConnect client and relay'),
      page('adr/0002-chains-by-import', 'Chain families load by import()'),
      page('adr/0003-two-of-three-shares', 'Embedded wallets are split two of three'),
      page('adr/0004-guardian-as-a-service', 'The guardian is a service of its own'),
      page('adr/0005-no-redis-for-the-api', 'The API needs no Redis'),
      page('adr/0006-contracts-before-openapi', 'Contracts in TypeScript, OpenAPI from them'),
      page('adr/0007-one-test-command', 'One test command, without Playwright’s runner'),
      page('adr/0008-postgresql-everywhere', 'PostgreSQL everywhere, from npm'),
      page('adr/0009-rules-as-scripts', 'The repository’s rules are our own scripts'),
      page('adr/0010-sources-run-as-they-are', 'TypeScript runs unbuilt'),
      page('adr/0011-releases-bring-their-own-node', 'Releases bring their own Node'),
    ],
  },
]

/** Files that are not pages: lists of redirects for older links. */
export const unlisted: readonly string[] = ['docs/integrators.md']

/** Every page in reading order. */
export const docEntries = (tree = docsTree): readonly DocEntry[] => tree.flatMap(({ pages }) => pages)

/** The address of a page on the site. */
export const docPath = (slug: string): string => (slug === '' ? '/docs' : `/docs/${slug}`)
