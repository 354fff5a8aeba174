import { Glyph } from './Glyph.tsx'
import { type IconName, iconPaths } from './iconPaths.ts'

/** Arrows that point along the reading direction turn round where reading does. */
const directed: readonly IconName[] = ['back', 'forward', 'disconnect', 'login', 'external']

/** One icon of the family, by name. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return <Glyph path={iconPaths[name]} size={size} directed={directed.includes(name)} />
}
