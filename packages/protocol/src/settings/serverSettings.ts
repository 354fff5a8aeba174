import { databaseSettings, everyProgram } from './commonSettings.ts'
import { defaulted, hasProtocol, oneOf, optional, type Settings, secret, whole } from './setting.ts'

const httpUrl = 'a URL like https://api.example'
const hostList = /^\s*[\w.-]+(?::\d+)?(?:\s*,\s*[\w.-]+(?::\d+)?)*\s*$/
const evmAddress = 'an address like 0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const walletOrigin = 'an origin like https://wallet.example'
const isHttp = hasProtocol(/^https?:$/)
const keyFile = 'the path of a file with a private key'

/** Processes, limits and projects of the API. */
export const apiSettings = {
  ...everyProgram,
  ...databaseSettings,
  PORT: whole(0, 65_535, 4102, 'Listen port.'),
  DATABASE_POOL_SIZE: whole(1, 500, 10, 'Maximum connections to the database.'),
  DATABASE_DIRECT_URL: secret(
    optional(
      'a URL like postgres://user:password@host:5432/database',
      'The same database without a pooler, if `DATABASE_URL` leads to PgBouncer in transaction mode: [for what needs a session](operators.md#behind-pgbouncer).',
      hasProtocol(/^postgres(ql)?:$/),
    ),
  ),
  DATABASE_READ_URL: secret(
    optional(
      'a URL like postgres://user:password@host:5432/database',
      'A streaming replica of the database: [history is read there](operators.md#a-read-replica).',
      hasProtocol(/^postgres(ql)?:$/),
    ),
  ),
  DATABASE_READ_MAX_LAG_SECONDS: whole(1, 300, 10, 'Further behind, `DATABASE_READ_URL` is not read.'),
  PUBLIC_URL: optional(
    httpUrl,
    'The server’s public URL, for links in its responses; required for embedded wallets. Without it, from the request (behind a proxy that `TRUST_PROXY` counts, its `X-Forwarded-Proto` and `X-Forwarded-Host`).',
    isHttp,
  ),
  RATE_LIMIT: whole(1, 1_000_000, 600, 'Requests per minute per client, an IPv4 address or an IPv6 /64.'),
  PROJECT_RATE_LIMIT: whole(1, 100_000_000, 60_000, 'Requests per minute per project.'),
  REQUEST_TIMEOUT_MS: whole(
    100,
    600_000,
    15_000,
    'Request timeout (504), and the longest a database statement may run.',
  ),
  BODY_LIMIT_BYTES: whole(1_024, 100_000_000, 262_144, 'Maximum request body; larger ones get 413.'),
  DEFAULT_PROJECT: oneOf(
    ['none', 'local'],
    'none',
    '`local` creates the project `billfold-local` on the first start; refused on a public start.',
  ),
  DEFAULT_PROJECT_ORIGINS: defaulted(
    'comma-separated origins',
    'http://localhost:*,http://app.billfold.localhost:*,http://127.0.0.1:*',
    'That project’s origins.',
  ),
  REGISTRY_DIR: optional('a path', 'A folder with your own [wallets and images](operators.md#wallets-and-images).'),
  REGISTRY_LOGOS: oneOf(
    ['on', 'off'],
    'on',
    '`off` replaces all logos of wallets, networks and tokens with drawn ones.',
  ),
  ANALYTICS_RETENTION_DAYS: whole(1, 3_650, 90, 'Events are deleted after this many days.'),
  ORDER_RETENTION_DAYS: whole(30, 36_500, 730, 'Purchases are deleted this many days after their last change.'),
  SPONSORSHIP_RETENTION_DAYS: whole(
    62,
    36_500,
    90,
    'Sponsorships are deleted after this many days; budgets keep their sums. Months are counted from them.',
  ),
  ANALYTICS_BYTES_PER_DAY: whole(
    1_000_000,
    1_000_000_000_000,
    1_000_000_000,
    'Bytes of events that a project may store per day (UTC); later events of that day are dropped.',
  ),
  PROJECT_METRICS: whole(
    0,
    1_000,
    0,
    'Projects that [metrics](observability.md#projects) name, in the order of their first request; the others count as `other`. 0 counts none.',
  ),
} satisfies Settings

/** Settings of the `billfold` command alone. */
export const commandSettings = {
  MIGRATION_DATABASE_URL: secret(
    optional(
      'a URL like postgres://user:password@host:5432/database',
      'For `billfold migrate`, a role that owns the tables; afterwards it grants the role of `DATABASE_URL` what servers need, and the role of `DATABASE_URL_RELAY`, if it is a different one, what relays need. Directly, not through PgBouncer.',
      hasProtocol(/^postgres(ql)?:$/),
    ),
  ),
} satisfies Settings

/** Nodes, the index, prices and swaps of the API. */
export const chainSettings = {
  CHAINS_FILE: optional('the path of a JSON file', 'The [chains](operators.md#chains) that it serves.'),
  DEVNET_URL: optional(httpUrl, 'The local network, whose manifest lists its chains; `npm start` sets it.', isHttp),
  RPC_TIMEOUT_MS: whole(100, 120_000, 10_000, 'Timeout for a node or bundler; the server then retries the next one.'),
  RPC_ANSWER_LIMIT_BYTES: whole(1_024, 100_000_000, 8_000_000, 'Maximum size of a node’s response.'),
  RPC_HEAVY_AT_ONCE: whole(
    1,
    1_000,
    8,
    'Requests to one chain at a time whose responses may be large, such as `eth_getLogs`.',
  ),
  INDEXER: oneOf(['on', 'off'], 'on', '`off` on servers that only serve requests while others index the chains.'),
  INDEXER_CONNECTIONS: whole(
    1,
    64,
    4,
    'Connections to the database that all chains which this server indexes share; one more is for their leases.',
  ),
  INDEXER_LEASE_SECONDS: whole(
    2,
    300,
    15,
    'After this long without a sign of life, other servers take over the chains that a server indexes.',
  ),
  INDEX_ADDRESSES_PER_DAY: whole(
    1,
    1_000_000,
    30,
    'New EVM accounts per client and day that the indexer starts to follow; a project gets 100 times as many.',
  ),
  INDEX_BACK_BLOCKS: whole(0, 1_000_000_000, 0, 'Past blocks that are searched for such an account; 0 for all.'),
  INDEX_FORGET_DAYS: whole(1, 3_650, 30, 'An account without a request for this many days is no longer followed.'),
  CCIP_GATEWAYS: defaulted(
    'hosts with commas between them',
    '',
    'Gateway hosts for offchain ENS names.',
    (text) => text === '' || hostList.test(text),
  ),
  POOL_MIN_LIQUIDITY_USD: whole(0, 1_000_000_000, 25_000, 'Pools with less liquidity are ignored for prices.'),
  QUOTE_TIMEOUT_MS: whole(100, 30_000, 2_500, 'Quote source timeout; quotes from other sources are shown meanwhile.'),
  SWAP_FEE_BPS: whole(0, 100, 85, 'Your swap fee in hundredths of a percent.'),
  SWAP_FEE_RECIPIENT: optional(
    evmAddress,
    'Recipient of your swap fee; without one there is no fee.',
    /^0x[0-9a-fA-F]{40}$/,
  ),
  SWAP_TRUSTED_CONTRACTS: defaulted(
    'contracts with commas between them',
    '',
    'More contracts that [swaps](operators.md#swaps) may call.',
  ),
  RELAYER_KEY_FILE: optional(
    keyFile,
    'Sends smart accounts’ operations; without it [smart accounts](operators.md#smart-accounts) are off.',
  ),
  SPONSOR_KEY_FILE: optional(keyFile, 'Signs fee sponsorships.'),
} satisfies Settings

/** Embedded wallets, sign-in and names of the API. */
export const identitySettings = {
  EMBEDDED_SECRETS: optional(
    'a directory',
    'Secrets of [embedded wallets](embedded.md); set it with the next three, and `PUBLIC_URL`.',
  ),
  WALLET_ORIGIN: optional(
    walletOrigin,
    'Origin of the embedded wallets’ frame.',
    (text) => isHttp(text) && new URL(text).origin === text,
  ),
  SMTP_URL: secret(
    optional(
      'a URL like smtps://user:password@mail.example',
      'Mail account for login codes.',
      hasProtocol(/^smtps?:$/),
    ),
  ),
  MAIL_FROM: optional('a sender like Wallet <wallet@example.com>', 'Sender of login codes.', /^[^\r\n]+@[^\r\n]+$/),
  MAIL_PAUSE_SECONDS: whole(
    0,
    3_600,
    30,
    'Minimum time between two login codes to one address; below 30 only with `DEVNET_URL`.',
  ),
  LOGIN_STARTS_PER_HOUR: whole(1, 100_000, 20, 'Login attempts per hour from one client network, a /24 or a /56.'),
  AUTH_SECRETS: optional(
    'a directory',
    'Secrets of [wallet sign-in](server-auth.md#for-operators); without it sign-in is off.',
  ),
  AUTH_TOKEN_MINUTES: whole(1, 1_440, 15, 'Access token lifetime.'),
  AUTH_RATE_LIMIT: whole(
    1,
    1_000_000,
    60,
    'Nonces, sign-ins and refreshes per minute per client; a project gets 100 times as many.',
  ),
  NAMES_PARENT: optional(
    'a name like example.eth',
    'Parent of visitors’ [names](names.md); set it with `NAMES_KEY_FILE`.',
  ),
  NAMES_KEY_FILE: optional(keyFile, 'Signs who owns a name.'),
} satisfies Settings

const pictureHosts = 'comma-separated host names, or *'
const nameServers = 'addresses of name servers with commas between them'
const gateway = 'an https address without a slash at its end'
const gatewayPattern = /^https:\/\/[a-z0-9.-]+(?:\/[\w.-]+)*$/

/** Images that the API fetches for visitors. */
export const pictureSettings = {
  IMAGE_HOSTS: defaulted(
    pictureHosts,
    '*',
    'Hosts of avatars and NFT images; `*` for any public host, empty for none.',
    /^(?:\*|[a-z0-9.-]*(?:,[a-z0-9.-]+)*)$/,
  ),
  IPFS_GATEWAY: optional(gateway, 'Gateway for `ipfs://` images; without one they are not shown.', gatewayPattern),
  ARWEAVE_GATEWAY: optional(gateway, 'Gateway for `ar://` images; without one they are not shown.', gatewayPattern),
  IMAGE_DNS: optional(
    nameServers,
    'Name servers for those hosts (`9.9.9.9,[2620:fe::fe]:53`); the machine’s if not set.',
    /^(?:[\d.]+|\[[\da-f:]+\])(?::\d{1,5})?(?:,(?:[\d.]+|\[[\da-f:]+\])(?::\d{1,5})?)*$/,
  ),
} satisfies Settings
