import {
  defaulted,
  hasProtocol,
  oneOf,
  optional,
  optionalWhole,
  required,
  type Settings,
  secret,
  whole,
} from './setting.ts'

/** Settings of every program. */
export const everyProgram = {
  HOST: defaulted('an address of this machine', '127.0.0.1', 'Listen address; beyond loopback, the start is public.'),
  TRUST_PROXY: whole(0, 10, 0, 'Number of reverse proxies in front that append to `X-Forwarded-For`.'),
  SHUTDOWN_WAIT_SECONDS: optionalWhole(
    0,
    600,
    '5 on a public start, otherwise 0',
    'On SIGTERM, seconds between the first failing `/ready` and the end of new connections: as long as the load balancer needs to notice.',
  ),
  KEEP_ALIVE_SECONDS: optionalWhole(
    1,
    3_600,
    '125 behind a proxy (`TRUST_PROXY`), otherwise 5',
    'How long an idle connection stays open: longer than the proxy keeps it, or its next request may meet a closed one.',
  ),
} satisfies Settings

const databaseForm = 'a URL like postgres://user:password@host:5432/database'

/** Settings of the programs with a database. */
export const databaseSettings = {
  DATABASE_URL: secret(
    required(
      databaseForm,
      'PostgreSQL 15 or newer; add `?sslmode=verify-full` across a network.',
      hasProtocol(/^postgres(ql)?:$/),
    ),
  ),
  DATABASE_PASSWORD_FILE: optional('a path', 'A file with the password, to keep it out of the URL.'),
  MIGRATE: oneOf(
    ['start', 'never'],
    'start',
    '`never` for servers whose role may not change tables: `billfold migrate` does it as a job of its own, and the server checks the schema’s version.',
  ),
  LOG_LEVEL: oneOf(
    ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'],
    'info',
    'Least level that is logged.',
  ),
  METRICS_TOKEN: secret(
    optional('at least 16 characters long', 'Bearer token for `/metrics`.', (text) => text.length >= 16),
  ),
} satisfies Settings
