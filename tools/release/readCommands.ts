/** The commands that a page prints below a heading: its blocks for a shell (`bash`), as they stand, up to the next heading of any level. */
export function readCommands(page: string, heading: string): string[] {
  const lines = page.split('\n')
  const start = lines.indexOf(heading)
  if (start === -1) throw new Error(`The page has no heading ${JSON.stringify(heading)}.`)
  const commands: string[] = []
  let block: string[] | undefined
  let isForShell = false
  for (const line of lines.slice(start + 1)) {
    if (block === undefined && /^#{1,6} /.test(line)) break
    if (!line.startsWith('```')) {
      block?.push(line)
      continue
    }
    if (block === undefined) {
      block = []
      isForShell = line === '```bash'
      continue
    }
    if (isForShell) commands.push(block.join('\n'))
    block = undefined
  }
  return commands
}
