import { parseArgs } from 'node:util'
import { CreateError } from './createError.ts'
import { defaultPort, type Family, families } from './localStack.ts'
import { type Framework, frameworks } from './templates.ts'

/** The command line's arguments; prompts ask for the missing ones. */
export type Arguments = {
  name?: string | undefined
  framework?: Framework | undefined
  families?: readonly Family[] | undefined
  port: number
  kit?: string | undefined
  testkit?: string | undefined
  isHelp: boolean
}

export const usage = `npm create billfold [name] -- [options]

  --framework  ${frameworks.join(', ')}
  --families   ${families.join(', ')}, with commas between
  --kit        a tarball of @billfold/react, instead of the published one; testkit.tgz is expected beside it
  --testkit    a tarball of @billfold/testkit
  --port       the first port of the local stack (BILLFOLD_PORT), ${defaultPort} unless told
`

/** Reads the command line; a slip is one sentence. */
export function readArguments(given: readonly string[]): Arguments {
  const { values, positionals } = parse(given)
  if (positionals.length > 1)
    throw new CreateError(`Pass one name, not ${positionals.map((each) => JSON.stringify(each)).join(' and ')}.`)
  return {
    name: positionals[0],
    framework: values.framework === undefined ? undefined : oneOf('framework', values.framework, frameworks),
    families: values.families === undefined ? undefined : readFamilies(values.families),
    port: readPort(values.port),
    kit: values.kit,
    testkit: values.testkit,
    isHelp: values.help ?? false,
  }
}

function parse(given: readonly string[]) {
  try {
    return parseArgs({
      args: [...given],
      allowPositionals: true,
      options: {
        framework: { type: 'string' },
        families: { type: 'string' },
        kit: { type: 'string' },
        testkit: { type: 'string' },
        port: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (e) {
    throw new CreateError(`${(e as Error).message.split('. ')[0]}.\n\n${usage}`)
  }
}

function oneOf<T extends string>(what: string, text: string, all: readonly T[]): T {
  const match = all.find((each) => each === text.trim())
  if (!match) throw new CreateError(`Unknown ${what} ${JSON.stringify(text)}. Choose one of: ${all.join(', ')}.`)
  return match
}

/** Some families, each once, in their usual order: the first is where visitors start. */
export function readFamilies(text: string): readonly Family[] {
  const named = text.split(/[\s,]+/).filter((each) => each !== '')
  const chosen = new Set(named.map((each) => oneOf('family', each, families)))
  if (chosen.size === 0) throw new CreateError(`Pass at least one family: ${families.join(', ')}.`)
  return families.filter((each) => chosen.has(each))
}

function readPort(text: string | undefined): number {
  if (text === undefined) return defaultPort
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port >= 1024 && port <= 65_500) return port
  throw new CreateError(`--port must be a number from 1024 to 65500, not ${JSON.stringify(text)}.`)
}

/** A name that both npm and every file system take. */
export function checkName(name: string): string {
  if (/^[a-z0-9][a-z0-9._-]{0,99}$/.test(name) && !['node_modules', 'favicon.ico'].includes(name)) return name
  throw new CreateError(
    `${JSON.stringify(name)} cannot be the name of a package: use lower-case letters, digits, dots, dashes and underscores, beginning with a letter or a digit.`,
  )
}
