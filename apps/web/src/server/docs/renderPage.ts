import { Parser, Renderer, type Token, type Tokens } from 'marked'
import { escapeHtml } from './escapeHtml.ts'
import { groupBlocks } from './groupBlocks.ts'
import type { Heading, ParsedPage } from './parsePage.ts'
import { plainText } from './plainText.ts'
import { renderCode } from './renderCode.ts'
import { renderTabs } from './renderTabs.ts'
import type { Link } from './resolveLink.ts'

export type Picture = { src: string; width: number; height: number }

export type RenderContext = {
  link: (href: string) => Link
  picture: (src: string) => Picture | { fault: string }
}

export type RenderedPage = { html: string; faults: string[] }

/** Renders a page. Rejects raw HTML: only this code decides its look, and what it may do under the site's policy. */
export function renderPage(page: ParsedPage, context: RenderContext): RenderedPage {
  const faults: string[] = []
  const renderer = new DocsRenderer(page.ids, context, faults)
  const parser = new Parser({ renderer, gfm: true })
  const draw = (tokens: readonly Token[]): string => parser.parse([...tokens])
  const html = groupBlocks(page.tokens, (fault) => faults.push(fault))
    .map((block, at) => {
      if (block.kind === 'tabs') return renderTabs(block, `${at}`, draw)
      if (block.kind === 'cards') return `<div class="cards">${draw(block.tokens)}</div>`
      return draw(block.tokens)
    })
    .join('')
  return { html, faults: faults.map((fault) => `${page.source}: ${fault}`) }
}

class DocsRenderer extends Renderer {
  ids: ReadonlyMap<Token, Heading>
  context: RenderContext
  faults: string[]

  constructor(ids: ReadonlyMap<Token, Heading>, context: RenderContext, faults: string[]) {
    super()
    this.ids = ids
    this.context = context
    this.faults = faults
  }

  override heading(token: Tokens.Heading): string {
    const heading = this.ids.get(token)
    const inner = this.parser.parseInline(token.tokens)
    if (!heading) return `<p class="minor">${inner}</p>`
    const { id, depth, text } = heading
    if (depth === 1) return `<h1>${inner}</h1>`
    const anchor = `<a class="anchor" href="#${id}" aria-label="Link to “${escapeHtml(text)}”"></a>`
    return `<h${depth} id="${id}">${inner}${anchor}</h${depth}>`
  }

  override code({ text, lang }: Tokens.Code): string {
    return renderCode(text, lang ?? '')
  }

  /** Names of settings may break after an underscore, not in the middle of a word. */
  override codespan({ text }: Tokens.Codespan): string {
    return `<code>${escapeHtml(text).replaceAll(/(?<=[A-Z\d])_(?=[A-Z])/g, '_<wbr>')}</code>`
  }

  override table(token: Tokens.Table): string {
    const titles = token.header.map((cell) => escapeHtml(plainText(cell.tokens)))
    // Explicit roles, because a narrow window displays each row as a block, which would remove them.
    const cells = (row: Tokens.TableCell[]) =>
      row.map((cell, at) => {
        const title = at > 0 && titles[at] ? ` data-title="${titles[at]}"` : ''
        return `<td role="cell"${title}>${this.parser.parseInline(cell.tokens)}</td>`
      })
    const heads = token.header.map((cell) =>
      cell.text === ''
        ? '<td role="cell"></td>'
        : `<th role="columnheader" scope="col">${this.parser.parseInline(cell.tokens)}</th>`,
    )
    const head = token.header.every((cell) => cell.text === '')
      ? ''
      : `<thead role="rowgroup"><tr role="row">${heads.join('')}</tr></thead>`
    const rows = token.rows.map((row) => `<tr role="row">${cells(row).join('')}</tr>`)
    return `<div class="table" tabindex="0"><table role="table">${head}<tbody role="rowgroup">${rows.join('')}</tbody></table></div>`
  }

  override link({ href, tokens }: Tokens.Link): string {
    const inner = this.parser.parseInline(tokens)
    const link = this.context.link(href)
    if ('fault' in link) {
      this.faults.push(link.fault)
      return inner
    }
    if ('plainPath' in link) return `<span class="path" title="${escapeHtml(link.plainPath)}">${inner}</span>`
    return `<a href="${escapeHtml(link.href)}"${link.isExternal ? ' rel="noreferrer"' : ''}>${inner}</a>`
  }

  override image({ href, tokens }: Tokens.Image): string {
    const picture = this.context.picture(href)
    if ('fault' in picture) {
      this.faults.push(picture.fault)
      return ''
    }
    const { src, width, height } = picture
    const kind = href.includes('/states/') ? ' class="state"' : ''
    return `<img${kind} src="${escapeHtml(src)}" width="${width}" height="${height}" alt="${escapeHtml(plainText(tokens))}" loading="lazy">`
  }

  override html({ raw }: Tokens.HTML | Tokens.Tag): string {
    if (!/^<!--[^>]*-->\s?$/.test(raw.trim())) this.faults.push(`raw HTML: ${raw.trim().slice(0, 60)}`)
    return ''
  }
}
