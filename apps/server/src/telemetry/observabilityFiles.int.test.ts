import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestCluster, type TestCluster } from '../../test/testDatabase.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../log/createLog.ts'
import { readRelayConfig } from '../relay/relayConfig.ts'
import { startRelay } from '../relay/startRelay.ts'
import { startServer } from '../startServer.ts'

const fileOf = (name: string) => fileURLToPath(new URL(`../../../../deploy/observability/${name}`, import.meta.url))
const rules = readFileSync(fileOf('alerts.yaml'), 'utf8')
const dashboard = JSON.parse(readFileSync(fileOf('dashboard.json'), 'utf8')) as {
  panels: { title: string; targets?: { expr: string }[] }[]
}
const dir = mkdtempSync(join(tmpdir(), 'billfold-observability-'))
const log = createLog('silent')
let cluster: TestCluster
/** Metrics of a server and a relay with everything that the files show turned on, by name. */
let metrics: ReadonlySet<string>

beforeAll(async () => {
  cluster = await startTestCluster()
  const DATABASE_URL = (await cluster.create()).url
  const key = join(dir, 'relayer')
  writeFileSync(key, `0x${'17'.repeat(32)}`, { mode: 0o600 })
  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_TRACES_SAMPLER_ARG: '0' }
  const env = {
    DATABASE_URL,
    PORT: '0',
    DEFAULT_PROJECT: 'local',
    PROJECT_METRICS: '1',
    RELAYER_KEY_FILE: key,
    ...collector,
  }
  const server = await startServer(readConfig(env), log)
  const relay = await startRelay(readRelayConfig({ DATABASE_URL, PORT: '0' }), log)
  const texts = await Promise.all(
    [server.url, relay.url.replace('ws:', 'http:')].map(async (url) => (await fetch(`${url}/metrics`)).text()),
  )
  await Promise.all([server.close(), relay.close()])
  metrics = readMetrics(texts.join('\n'))
})
afterAll(async () => {
  await cluster?.stop()
  rmSync(dir, { recursive: true, force: true })
})

/** The names that a query may use: those of each type, and a histogram's three. */
function readMetrics(text: string): ReadonlySet<string> {
  return new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [`${name}`],
    ),
  )
}

const functions = new Set(['histogram_quantile', 'min_over_time'])
/** The metrics of a query: names with an underscore that are neither functions nor variables, outside quotes. */
const metricsOf = (query: string): string[] =>
  [...query.replace(/"[^"]*"/g, '').matchAll(/(?<![\w$])[a-z]\w*_\w+/g)]
    .map(([name]) => name)
    .filter((name) => !functions.has(name))

/** The alerts of the rules; promtool reads the file's syntax. */
const alerts = rules
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((text) => ({
    name: /^\w+/.exec(text)?.[0],
    query: /^ {8}expr: (?:>-\n((?: {10}.+\n)+)|(.+)\n)/m.exec(text)?.slice(1).find(Boolean) ?? '',
    runbook: /^ {10}runbook: "(.+)"$/m.exec(text)?.[1] ?? '',
    severity: /severity: (\w+)/.exec(text)?.[1] ?? '',
  }))

it('alerts on metrics that a running server or relay has', () => {
  expect(alerts.length).toBeGreaterThan(15)
  const missing = alerts.flatMap(({ name, query }) =>
    metricsOf(query).flatMap((metric) => (metrics.has(metric) ? [] : [`${name}: ${metric}`])),
  )
  expect(missing).toEqual([])
  for (const { name, query } of alerts)
    expect([name, metricsOf(query).length > 0 || query.startsWith('up{')]).toEqual([name, true])
})

it('says for each alert what to do, and who should', () => {
  for (const { name, runbook, severity } of alerts) {
    expect([name, runbook]).toEqual([name, expect.stringMatching(/^[A-Z].{30,300}$/)])
    expect([name, severity]).toEqual([name, expect.stringMatching(/^(?:page|ticket)$/)])
  }
})

it('draws metrics that a running server or relay has', () => {
  const drawn = dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.flatMap(({ expr }) => metricsOf(expr).map((metric) => ({ title, metric }))),
  )
  expect(drawn.length).toBeGreaterThan(30)
  expect(drawn.filter(({ metric }) => !metrics.has(metric))).toEqual([])
})

const hasPromtool = (() => {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

it.runIf(hasPromtool)('has rules that Prometheus reads', () => {
  expect(String(execFileSync('promtool', ['check', 'rules', fileOf('alerts.yaml')]))).toContain('SUCCESS')
})
