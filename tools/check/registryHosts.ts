import { listFiles } from './listFiles.ts'
import type { Problem } from './problem.ts'
import { readText } from './readText.ts'

const binary = /\.(?:png|jpe?g|webp|avif|ico|gif|woff2?|wasm|gz|tgz|zip|pdf)$/
const host =
  /(?<![\w.-])(?:(?:registry|npm|nexus|artifactory|verdaccio|npmmirror)\.[\w-]+(?:\.[\w-]+)+|[\w-]+\.(?:jfrog\.io|npmmirror\.com|pkgs\.dev\.azure\.com))(?![\w-])/
const machinePath = /(?<![\w.:@/$}*-])\/(?:home|Users|root|work)\/[\w.-]+/
const property = /^(?:npm|registry)\.(?:config|test|ci|run|install)\b/

/** No file names a package registry or a folder of someone's machine: a clone works anywhere. */
export async function checkRegistryHosts(root: string): Promise<Problem[]> {
  const paths = (await listFiles(root)).filter((path) => !binary.test(path))
  const problems = await Promise.all(
    paths.map(async (path) => {
      const lines = (await readText(root, path)).split('\n')
      return lines.flatMap((text, i): Problem[] => {
        const named = host.exec(text)?.[0]
        if (named !== undefined && !property.test(named))
          return [
            {
              path,
              line: i + 1,
              sentence: `names the package registry ${named}: leave the address to npm's own settings`,
            },
          ]
        const folder = machinePath.exec(text)?.[0]
        return folder ? [{ path, line: i + 1, sentence: `names ${folder}, a folder of one machine` }] : []
      })
    }),
  )
  return problems.flat()
}
