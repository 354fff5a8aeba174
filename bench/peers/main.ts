import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installedPackages } from '../../tools/size/installedPackages.ts'
import { apps, bare, ours } from './apps.ts'
import type { Browser } from './Browser.ts'
import { buildApp } from './buildApp.ts'
import { countPackages, installApp } from './installApp.ts'
import { openAlone } from './openAlone.ts'
import { openInspected } from './openInspected.ts'
import { profiles } from './profiles.ts'
import { type Served, serveApp } from './serveApp.ts'
import type { Taken } from './summarise.ts'
import { visitApp } from './visitApp.ts'
import { writeReport } from './writeReport.ts'

// npm run bench:peers [-- --rounds 5 --apps billfold,bare --profiles 1x,4x,phone --alone --out RESULTS.md]
// With --alone nothing inspects the pages (openAlone.ts says why), and the table is RESULTS-alone.md. Installs the
// peers (some minutes, once), builds every page, and measures them in turns. On a busy machine, rerun it later.

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    apps: { type: 'string' },
    profiles: { type: 'string' },
    alone: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
})
const among = (list: string | undefined) => (name: string) => list === undefined || list.split(',').includes(name)
const chosen = apps.filter(({ id }) => id === bare || among(values.apps)(id))
const conditions = profiles.filter(({ name }) => among(values.profiles)(name))
const folder = join(import.meta.dirname, 'apps')
const built = await mkdtemp(join(tmpdir(), 'billfold-bench-'))
const began = loadavg()[0] ?? 0
const packages = new Map([[ours, (await installedPackages(join(import.meta.dirname, '../..'))).length]])
const served = new Map<string, Served>()
const taken: Taken[] = []
let version = ''

try {
  for (const { id, isPeer } of chosen) {
    if (isPeer) {
      await installApp(join(folder, id))
      packages.set(id, await countPackages(join(folder, id)))
    }
    served.set(id, await serveApp(await buildApp(folder, id, built)))
    console.log(`built ${id}`)
  }
  for (let round = 0; round < Number(values.rounds); round++)
    for (const profile of conditions) {
      const browser = await launch()
      version = browser.version
      for (const app of shuffled(chosen)) {
        try {
          const sample = await visitApp(browser, app, served.get(app.id)!, profile)
          taken.push({ app: app.id, profile: profile.name, round, sample })
          console.log(
            `${round + 1}/${values.rounds} ${profile.name.padEnd(5)} ${app.id.padEnd(10)} button ${sample.button.toFixed(0)} tap ${sample.tapRow.toFixed(0)} dialog ${sample.clickDialog.toFixed(0)} row ${sample.clickRow.toFixed(0)} longest ${sample.longest.toFixed(0)} js ${(sample.jsBefore / 1024).toFixed(1)} heap ${(sample.heap / 2 ** 20).toFixed(1)}`,
          )
        } catch (error) {
          console.error(
            `${profile.name} ${app.id} failed: ${error instanceof Error ? error.message.split('\n')[0] : error}`,
          )
        }
      }
      await browser.close()
    }
  const machine = {
    cpu: `${process.arch} ${cpus()[0]?.model ?? ''}`.trim(),
    cores: cpus().length,
    chromium: version,
    node: process.version,
    load: [began, loadavg()[0] ?? 0] as const,
    date: new Date().toISOString().slice(0, 10),
  }
  const report = writeReport({ taken, apps: chosen, profiles: conditions, packages, machine, isAlone: values.alone })
  await writeFile(values.out ?? join(import.meta.dirname, values.alone ? 'RESULTS-alone.md' : 'RESULTS.md'), report)
  console.log(`\n${report}`)
} finally {
  for (const each of served.values()) await each.close()
  await rm(built, { recursive: true, force: true })
}

/** A browser warmed up by a page that does not count. */
async function launch(): Promise<Browser> {
  const browser = await (values.alone ? openAlone() : openInspected())
  const { ask, close } = await browser.openPage()
  await ask('Page.navigate', { url: served.get(bare)!.url })
  await ask('Runtime.evaluate', { expression: 'new Promise((done) => setTimeout(done, 500))', awaitPromise: true })
  await close()
  return browser
}

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value)
}
