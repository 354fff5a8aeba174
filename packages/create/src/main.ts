import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { CreateError } from './createError.ts'
import { promptPlan } from './promptPlan.ts'
import { readArguments, usage } from './readArguments.ts'
import { chooseTarget, findTarballs, writePage } from './writePage.ts'

// npm create billfold: asks what the command line does not say, writes a page, and says the two commands that run it.

const version = async (): Promise<string> =>
  JSON.parse(await readFile(new URL('package.json', import.meta.url), 'utf8')).version

async function run(): Promise<void> {
  const args = readArguments(process.argv.slice(2))
  if (args.isHelp) return void process.stdout.write(usage)
  const cwd = process.cwd()
  const lines = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stdout }) : undefined
  // Ctrl+C and Ctrl+D: nothing has been written by then.
  lines?.on('SIGINT', () => process.exit(130))
  const ask = lines && ((question: string) => lines.question(question))
  try {
    const target = await chooseTarget(
      cwd,
      args.name ?? ((await ask?.('Name of the folder? [my-wallet-page] ')) || 'my-wallet-page'),
    )
    const sources = await findTarballs(cwd, args, await version())
    const chosen = await promptPlan(args, ask)
    const files = await writePage(target.folder, { name: target.name, port: args.port, ...chosen, ...sources })
    const folder = relative(cwd, target.folder)
    process.stdout.write(`
${Object.keys(files).length} files for ${chosen.framework} with ${chosen.families.join(', ')} are in ${target.folder}.

${folder ? `  cd ${folder}\n` : ''}  npm install
  npm run dev

The page uses the local stack: start it with \`npm start\` in the Billfold repository.
`)
  } finally {
    lines?.close()
  }
}

run().catch((e: unknown) => {
  process.stderr.write(e instanceof CreateError ? `${e.message}\n` : `${e instanceof Error ? e.stack : e}\n`)
  process.exitCode = 1
})
