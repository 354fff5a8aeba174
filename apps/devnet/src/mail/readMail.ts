import PostalMime from 'postal-mime'

/** A mail as the page and tests read it: text alone, with the code and the link that a person looks for. */
export type CaughtMail = {
  id: number
  /** Time of receipt, in ISO 8601. */
  at: string
  from: string
  to: string[]
  subject: string
  text: string
  code?: string
  link?: string
}

/** Parses a mail from SMTP. HTML becomes its text: nothing in a mail is ever run or fetched. */
export async function readMail(raw: Uint8Array, to: readonly string[]): Promise<Omit<CaughtMail, 'id' | 'at'>> {
  const mail = await PostalMime.parse(raw)
  const text = (mail.text ?? textOf(mail.html ?? '')).trim()
  const code = codeIn(text)
  const link = linkIn(text)
  return {
    from: [mail.from?.name, mail.from?.address && `<${mail.from.address}>`].filter(Boolean).join(' '),
    to: [...to],
    subject: mail.subject ?? '',
    text,
    ...(code ? { code } : {}),
    ...(link ? { link } : {}),
  }
}

const links = /https?:\/\/[^\s<>"]+/g

/** The first six digits that stand alone, even in two groups of three. */
function codeIn(text: string): string | undefined {
  return /(?<![\w.:-])(\d{3})[ -]?(\d{3})(?![\w:-]|\.\d)/.exec(text.replace(links, ' '))?.slice(1, 3).join('')
}

function linkIn(text: string): string | undefined {
  const [firstLink] = text.match(links) ?? []
  const link = firstLink?.replace(/[.,;:!?)\]]+$/, '')
  return link && URL.canParse(link) ? link : undefined
}

function textOf(html: string): string {
  return html
    .replace(/<(script|style|title)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<(?:br|\/p|\/div|\/h\d|\/tr|\/li)\b[^>]*>/gi, '\n')
    .replace(/<a\b[^>]*\bhref="(https?:[^"]+)"[^>]*>/gi, '$1 ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|#39|nbsp|amp);/g, (_, name: keyof typeof entities) => entities[name])
}

const entities = { lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ', amp: '&' }
