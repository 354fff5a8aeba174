import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runChecks } from '../check/runChecks.ts'
import { scriptGuide, writeScriptInDocs } from '../pack/scriptInDocs.ts'
import { tagVersion, VersionError } from './tagVersion.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false }, 'no-sign': { type: 'boolean', default: false } },
})
const say = (line: string) => console.log(line)
const check = async (root: string) =>
  (
    await runChecks(root, ({ name, problems }) => problems.length > 0 && say(`✗ ${name}: ${problems.length} to fix`))
  ).every(({ problems }) => problems.length === 0)
try {
  const root = resolve(import.meta.dirname, '../..')
  await tagVersion({
    root,
    version: positionals[0] ?? '',
    isDryRun: values['dry-run'],
    isSigned: !values['no-sign'],
    check,
    generate: async (root) => {
      say(await writeScriptInDocs(root))
      return [scriptGuide]
    },
    say,
  })
} catch (error) {
  if (!(error instanceof VersionError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
