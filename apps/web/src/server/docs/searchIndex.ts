import type { FoundSection, SearchIndex } from '../../docs/searchSections.ts'
import { docPath } from './docsTree.ts'
import type { ParsedPage } from './parsePage.ts'

/** The search index: each section of each page, with its words. */
export function searchIndex(pages: readonly ParsedPage[]): SearchIndex {
  return pages.flatMap((page) =>
    page.sections.flatMap(({ heading, text }): FoundSection[] => {
      if (heading && text === '') return []
      const url = heading ? `${docPath(page.slug)}#${heading.id}` : docPath(page.slug)
      return [{ page: page.heading, heading: heading?.text ?? '', url, text }]
    }),
  )
}
