import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** A block of code on a page: its declared language, the file's name beside it, and its text. */
export type Sample = { page: string; language: string; title: string; code: string }

/** Every page that people copy samples from: the documentation and the packages' own pages. */
export async function samplePages(root: string): Promise<string[]> {
  const docs = await readdir(path.join(root, 'docs'), { recursive: true })
  const packages = await readdir(path.join(root, 'packages'))
  return [
    ...docs.filter((name) => name.endsWith('.md')).map((name) => path.join('docs', name)),
    ...packages.map((name) => path.join('packages', name, 'README.md')),
    'README.md',
    'CONTRIBUTING.md',
  ]
}

/** The samples of all pages in the given languages. */
export async function samplesOf(root: string, languages: readonly string[]): Promise<Sample[]> {
  const samples = await Promise.all(
    (await samplePages(root)).map(async (page) => {
      const text = await readFile(path.join(root, page), 'utf8').catch(() => '')
      return readSamples(page, text)
    }),
  )
  return samples.flat().filter(({ language }) => languages.includes(language))
}

/** Reads line by line, so that no page can be slow to read. */
export function readSamples(page: string, text: string): Sample[] {
  const samples: Sample[] = []
  let open: (Sample & { lines: string[] }) | undefined
  for (const line of text.split('\n')) {
    if (!line.trimStart().startsWith('```')) {
      open?.lines.push(line)
    } else if (open) {
      const { lines, ...sample } = open
      samples.push({ ...sample, code: lines.join('\n') })
      open = undefined
    } else {
      const [language = '', ...title] = line.trim().slice(3).split(' ')
      open = { page, language, title: title.join(' '), code: '', lines: [] }
    }
  }
  return samples
}
