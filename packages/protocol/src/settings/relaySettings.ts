import { databaseSettings, everyProgram } from './commonSettings.ts'
import { readRedisUrl } from './readRedisUrl.ts'
import { oneOf, optional, type Settings, secret, whole } from './setting.ts'

const addresses = 'addresses like wss://relay.example.org, with commas between them'
const isAddress = (text: string) => /^wss?:\/\//.test(text) && URL.canParse(text)
const isAddressList = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .every(isAddress)

/** The relay. */
export const relaySettings = {
  ...everyProgram,
  ...databaseSettings,
  PORT: whole(0, 65_535, 4103, 'Listen port.'),
  DATABASE_POOL_SIZE: whole(2, 500, 10, 'Maximum connections to the database.'),
  RELAY_URL: optional(
    addresses,
    'The addresses that clients use, which their tokens name; required if `HOST` is open to others.',
    isAddressList,
  ),
  REDIS_URL: secret(
    optional(
      'a URL like redis://host:6379, redis-sentinel://host:26379,host:26379/primary or redis-cluster://host:6379,host:6379',
      'Redis; required from the second node on. `rediss…` for TLS. A cluster needs Redis 7.',
      (text) => readRedisUrl(text) !== undefined,
    ),
  ),
  RELAY_CLIENT_RATE: whole(1, 100_000_000, 6_000, 'Requests per minute per client.'),
  RELAY_ADDRESS_RATE: whole(1, 100_000_000, 60_000, 'Requests per minute per address.'),
  RELAY_ADDRESS_BYTES: whole(131_072, 1_000_000_000_000, 268_435_456, 'Bytes per minute per address.'),
  RELAY_ADDRESS_UPGRADES: whole(1, 100_000_000, 600, 'New sockets per minute per address.'),
  RELAY_ADDRESS_SOCKETS: whole(1, 1_000_000, 500, 'Open sockets per address.'),
  RELAY_PROJECTS: oneOf(
    ['off', 'required'],
    'off',
    '`required` serves only clients whose URL names a project of this database, and pages only from its origins.',
  ),
  RELAY_PROJECT_RATE: whole(1, 100_000_000, 600_000, 'Requests per minute per project, if projects are required.'),
  RELAY_PROJECT_SOCKETS: whole(1, 10_000_000, 50_000, 'Open sockets per project, if projects are required.'),
  RELAY_CLIENT_TOPICS: whole(1, 1_000_000, 2_000, 'Topics that a client subscribes to.'),
  RELAY_ADDRESS_TOPICS: whole(1, 10_000_000, 20_000, 'Subscriptions of all clients of an address.'),
  RELAY_MEMORY_BYTES: whole(
    16_777_216,
    1_000_000_000_000,
    536_870_912,
    'Memory that clients may occupy; beyond it, new subscriptions are refused first.',
  ),
  RELAY_FRAME_BYTES: whole(262_144, 134_217_728, 4_194_304, 'Frame size, and so the total size of a batch.'),
  RELAY_MAILBOX_BYTES: whole(1_048_576, Number.MAX_SAFE_INTEGER, 21_474_836_480, 'Bytes of all stored messages.'),
  RELAY_ADDRESS_STORED: whole(
    131_072,
    Number.MAX_SAFE_INTEGER,
    536_870_912,
    'Stored bytes of an address, acknowledged or not.',
  ),
  RELAY_CLIENT_STORED: whole(
    131_072,
    Number.MAX_SAFE_INTEGER,
    67_108_864,
    'Unacknowledged bytes of a publisher at one address.',
  ),
  RELAY_TOPIC_STORED: whole(131_072, Number.MAX_SAFE_INTEGER, 33_554_432, 'Unacknowledged bytes on a topic.'),
  RELAY_UNREAD_HOURS: whole(1, 168, 24, 'How long a message stays on a topic that no one has ever read.'),
  RELAY_PING_MS: whole(100, 30_000, 25_000, 'Time between pings of a socket.'),
} satisfies Settings
