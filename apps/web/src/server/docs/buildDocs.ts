import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { tagOf } from '../siteFiles.ts'
import { type DocGroup, docEntries, docsTree } from './docsTree.ts'
import { missingHtml, missingPage } from './missingPage.ts'
import { layoutBody, layoutHead } from './pageLayout.ts'
import { type ParsedPage, parsePage } from './parsePage.ts'
import { readPicture } from './readPicture.ts'
import { renderPage } from './renderPage.ts'
import { resolveLink } from './resolveLink.ts'
import { searchIndex } from './searchIndex.ts'
import { type Reference, writeReference } from './writeReference.ts'

const sitePaths = ['/', '/proof', '/playground', '/gallery', '/motion', '/phone', '/docs']

/**
 * Makes the pages of `/docs` from the repository's Markdown, into a folder that has the built template `docs.html`. A
 * dead link or anchor fails the build, which lists all of them.
 */
export async function buildDocs(root: string, outDir: string): Promise<void> {
  const template = path.join(outDir, 'docs.html')
  const shell = await readFile(template, 'utf8')
  const { pages, files } = await drawDocs(root)
  const early = await readFile(path.join(root, 'apps/web/src/docs/applyChoices.js'))
  const written = new Map(files)
  const keep = (name: string, extension: string, body: Buffer): string => {
    const file = `assets/${name}-${tagOf(body).slice(0, 8)}${extension}`
    written.set(file, body)
    return `/${file}`
  }
  const indexUrl = keep('docs-index', '.json', Buffer.from(JSON.stringify(searchIndex(pages.map(({ page }) => page)))))
  const earlyScript = keep('docs-choices', '.js', early)
  const repository = await repositoryOf(root)
  for (const { page, html } of [...pages, { page: missingPage, html: missingHtml() }]) {
    const layout = { page, html, tree: docsTree, indexUrl, earlyScript, repository }
    const document = shell
      .replace('<!-- docs:head -->', () => layoutHead(layout))
      .replace('<!-- docs:body -->', () => layoutBody(layout))
    written.set(`docs/${page.slug || 'index'}.html`, Buffer.from(document))
  }
  for (const [name, body] of written) {
    await mkdir(path.dirname(path.join(outDir, name)), { recursive: true })
    await writeFile(path.join(outDir, name), body)
  }
  await rm(template)
}

/** Every page of the documentation as HTML, with its pictures; throws for a dead link. */
export async function drawDocs(root: string, tree: readonly DocGroup[] = docsTree) {
  const repository = await repositoryOf(root)
  const parsed = await readPages(root, tree)
  const context = { pages: parsed, repository, sitePaths, hasFile: (file: string) => existsSync(path.join(root, file)) }
  const files = new Map<string, Buffer>()
  const pages = parsed.map((page) => ({
    page,
    ...renderPage(page, {
      link: (href) => resolveLink(page, href, context),
      picture: (src) => readPicture(root, page.source, src, files),
    }),
  }))
  const faults = pages.flatMap((page) => page.faults)
  if (faults.length > 0) throw new Error(`The documentation has errors:\n${faults.join('\n')}`)
  return { pages, files }
}

async function readPages(root: string, tree: readonly DocGroup[]): Promise<ParsedPage[]> {
  const reference = await writeReference(root)
  return Promise.all(
    docEntries(tree).map(async (entry) => {
      const text = await readFile(path.join(root, entry.source), 'utf8')
      return parsePage(entry, fillGenerated(text, reference, entry.source))
    }),
  )
}

/** Inserts the text generated from the types into pages that have its marker. */
function fillGenerated(text: string, reference: Reference, source: string): string {
  return text.replace(/^<!-- generated (\w+) -->$/gm, (_, name: string) => {
    if (!Object.hasOwn(reference, name)) throw new Error(`${source}: unknown generated section ${name}`)
    return reference[name as keyof Reference]
  })
}

/** The repository's URL, from its manifest; undefined if it has none. */
async function repositoryOf(root: string): Promise<string | undefined> {
  const { repository } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    repository?: string | { url: string }
  }
  const url = typeof repository === 'string' ? repository : repository?.url
  return url?.replace(/^git\+/, '').replace(/\.git$/, '')
}
