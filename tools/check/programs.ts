import { programs } from '../test/findProgram.ts'
import { listFiles } from './listFiles.ts'
import type { Problem } from './problem.ts'
import { readText } from './readText.ts'
import { isSource } from './sourceFile.ts'

// The finder, and the tests that hold it and its users to this rule.
const finder = /^tools\/test\/|(?:^tools\/check\/programs|\/needProgram)\.test\.ts$/
const variables = Object.values(programs).map(({ variable }) => `process\\.env\\.${variable}\\w*`)
const paths = Object.values(programs).flatMap(({ names }) => names.map((name) => `/usr/(?:local/)?bin/${name}\\b`))
const known = new RegExp([...variables, ...paths].join('|'))

/** One function finds a browser or another program, by one variable: nothing else looks for one, or knows its path. */
export async function checkPrograms(root: string): Promise<Problem[]> {
  const files = (await listFiles(root)).filter((path) => isSource(path) && !finder.test(path))
  const problems = await Promise.all(
    files.map(async (path) => {
      const lines = (await readText(root, path)).split('\n')
      return lines.flatMap((text, i): Problem[] => {
        const named = known.exec(text)?.[0]
        const sentence = `looks for a program itself (${named}): tools/test/needProgram.ts finds or installs it for everyone`
        return named === undefined ? [] : [{ path, line: i + 1, sentence }]
      })
    }),
  )
  return problems.flat()
}
